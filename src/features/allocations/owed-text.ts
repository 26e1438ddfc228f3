import { formatFloor } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'

/** An exact amount of tokens within a sentence: two places, rounded down, or blocks in privacy mode. */
export const owedText = (tokens: string, isMasked: boolean) =>
  isMasked ? mask('amount') : formatFloor(tokens)
