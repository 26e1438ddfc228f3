import { toDecimal } from './decimals.ts'
import { groupDecimal } from './money.ts'

/** "12.5%": a percentage with all its places, not rounded. */
export function percentText(percentage: number): string {
  return `${groupDecimal(toDecimal(percentage))}%`
}
