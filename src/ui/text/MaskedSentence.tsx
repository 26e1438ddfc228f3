import { MASK_BLOCK } from '#src/domain/text/mask.ts'
import { MaskableText } from './Mask.tsx'

const MASKED_PART = new RegExp(`(${MASK_BLOCK}+)`)

/** A sentence in which masked figures are drawn, and read, as such. */
export function MaskedSentence({ text }: { text: string }) {
  // The parts of one text have no other key.
  return text
    .split(MASKED_PART)
    .map((part, at) => <MaskableText key={`${at} ${part}`} text={part} />)
}
