import { MASK_BLOCK } from '#src/domain/text/mask.ts'
import { styled } from '#src/ui/theme.ts'
import { Mask } from './Mask.tsx'

type FigureSize = 'inline' | 'figure' | 'hero'

const FONTS: Record<FigureSize, string> = {
  inline: '',
  figure: 'color: var(--text-1); font: var(--t-figure); letter-spacing: -0.018em;',
  hero: 'color: var(--text-1); font: var(--t-hero); letter-spacing: -0.022em;',
}
const Root = styled('span')<{ $size: FigureSize; $isWrapped: boolean; $isStrong: boolean }>`
  ${(p) => FONTS[p.$size]}
  ${(p) => (p.$isStrong ? 'font-weight: 500;' : '')}
  font-variant-numeric: tabular-nums;
  ${(p) => (p.$isWrapped ? 'min-width: 0; overflow: clip; overflow-wrap: anywhere; text-overflow: ellipsis;' : 'white-space: nowrap;')}
  & > .u {
    font-weight: ${(p) => (p.$size === 'inline' ? 400 : 500)};
  }
`

/**
 * Splits a formatted figure into sign and currency, digits, and a lighter suffix: cents (".22"), or a
 * unit ("%", "M"), in which case the decimals belong to the digits.
 */
function figureParts(text: string): { before: string; digits: string; after: string } {
  const found = /^([^\d]*)([\d,]+(?:\.\d+(?=[^\d]))?)(.*)$/su.exec(text)
  if (!found) return { before: '', digits: text, after: '' }
  return { before: found[1] ?? '', digits: found[2] ?? '', after: found[3] ?? '' }
}

/** A figure, masked or plain, with lighter currency sign, cents and unit. */
export function Figure(props: {
  text: string
  size?: FigureSize | undefined
  unit?: string | undefined
  /** Stays within its container: it wraps, or is cut off where lines don't wrap. */
  isWrapped?: boolean | undefined
  /** Emphasized among the figures of its row. */
  isStrong?: boolean | undefined
}) {
  const isMasked = props.text.startsWith(MASK_BLOCK)
  const { before, digits, after } = figureParts(isMasked ? '' : props.text)
  return (
    <Root
      // As a whole: a figure is never made of an old part and a new one.
      key={props.text}
      $size={props.size ?? 'inline'}
      $isWrapped={props.isWrapped ?? false}
      $isStrong={props.isStrong ?? false}
    >
      {isMasked ? <Mask blocks={props.text.length} /> : null}
      {before !== '' && <span className="u">{before}</span>}
      {digits}
      {after !== '' && <span className="u">{after}</span>}
      {props.unit !== undefined && <span className="u"> {props.unit}</span>}
    </Root>
  )
}
