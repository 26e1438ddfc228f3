import { toDecimal } from '#src/domain/decimals.ts'

/** A stored fraction (0.29) as the percentage a person reads ("29"). Null stays null. */
export function fractionToPercent(fraction: number | null | undefined): string | null {
  return fraction === null || fraction === undefined ? null : toDecimal(fraction, 2)
}
