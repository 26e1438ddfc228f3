import { MASK_BLOCK, MASK_LABEL } from '#src/domain/text/mask.ts'
import { styled } from '#src/ui/theme.ts'

const Root = styled('span')`
  display: inline-block;
  height: 0.76em;
  line-height: 0.76em;
  font-family: var(--mono);
  font-size: 1em;
  font-weight: 400;
  letter-spacing: -0.02em;
  vertical-align: baseline;
  overflow: hidden;
  color: var(--mask);
  border-radius: 2px;
  user-select: none;
`

/**
 * Replaces a figure in privacy mode. The number of blocks depends on the place, never on the value, so
 * the length reveals nothing.
 */
export function Mask({ blocks = 8 }: { blocks?: number | undefined }) {
  return (
    <Root role="img" aria-label={MASK_LABEL}>
      {MASK_BLOCK.repeat(blocks)}
    </Root>
  )
}

/** Text that may be masked already: rendered as text, or as a mask with as many blocks. */
export function MaskableText({ text }: { text: string }) {
  return text.startsWith(MASK_BLOCK) ? <Mask blocks={text.length} /> : text
}
