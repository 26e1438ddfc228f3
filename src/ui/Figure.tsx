import { MASK_BLOCK } from '#src/domain/mask.ts'
import { Mask } from './Mask.tsx'
import { styled } from './theme.ts'

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
  ${(p) => (p.$isWrapped ? 'min-width: 0; overflow: hidden; overflow-wrap: anywhere; text-overflow: ellipsis;' : 'white-space: nowrap;')}
  & > .u {
    font-weight: ${(p) => (p.$size === 'inline' ? 400 : 500)};
  }
`

/**
 * Splits a written figure into sign and currency, digits, and what steps back after them: cents
 * (".22"), or the unit ("%", "M") of a figure whose decimals belong to it.
 */
function figureParts(text: string): { before: string; digits: string; after: string } {
  const found = /^([^\d]*)([\d,]+(?:\.\d+(?=[^\d]))?)(.*)$/su.exec(text)
  if (!found) return { before: '', digits: text, after: '' }
  return { before: found[1] ?? '', digits: found[2] ?? '', after: found[3] ?? '' }
}

/** A figure, masked or plain, whose currency sign, cents, per cent and unit step back from its digits. */
export function Figure(props: {
  text: string
  size?: FigureSize | undefined
  unit?: string | undefined
  /** Never leaves its place: it breaks rather than hide a digit, or is cut where lines do not break. */
  isWrapped?: boolean | undefined
  /** Stands out among the other figures of its row. */
  isStrong?: boolean | undefined
}) {
  const isMasked = props.text.startsWith(MASK_BLOCK)
  const { before, digits, after } = figureParts(isMasked ? '' : props.text)
  return (
    <Root
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
