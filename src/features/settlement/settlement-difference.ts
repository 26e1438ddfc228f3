import { isZeroDecimal, subtractDecimal } from '#src/domain/decimals.ts'
import { formatCount } from '#src/domain/money.ts'
import { pluralizeCount } from '#src/domain/pluralize.ts'
import type { Settlement } from '#src/wire/settlement.ts'
import { tokenName, whereItWent } from './settlement-lines.ts'
import { formatExactUsd } from './settlement-text.ts'

/** One line of a saved statement beside the same line now. Exact decimals, in dollars unless noted. */
export interface DifferenceRow {
  name: string
  unit: 'usd' | 'count' | 'tokens'
  before: string
  now: string
  /** `now` less `before`. */
  change: string
  isTotal: boolean
}

function rowOf(
  name: string,
  before: string,
  now: string,
  unit: DifferenceRow['unit'] = 'usd',
): DifferenceRow {
  const change = subtractDecimal(now, before)
  return { name, unit, before, now, change, isTotal: name === 'Remaining' }
}

/** Every line of a statement beside the same line now: payment tokens first, then the sum, then the rest. */
export function differenceRows(before: Settlement, now: Settlement): readonly DifferenceRow[] {
  const usdOf = (figures: Settlement) =>
    new Map(figures.by_token.map(({ payment_token_name, usd }) => [payment_token_name, usd]))
  const tokens = [usdOf(before), usdOf(now)] as const
  const names = new Set([...tokens[0].keys(), ...tokens[1].keys()])
  const earlier = new Map(whereItWent(before).map(({ name, usd }) => [name, usd]))
  return [
    rowOf('Number of purchases', String(before.purchases), String(now.purchases), 'count'),
    ...[...names].map((name) =>
      rowOf(tokenName(name), tokens[0].get(name) ?? '0', tokens[1].get(name) ?? '0'),
    ),
    ...whereItWent(now).map(({ name, usd }) => rowOf(name, earlier.get(name) ?? '0', usd)),
    rowOf('Refunded later', before.refunded_usd, now.refunded_usd),
    rowOf('Bonuses given', before.bonus_tokens, now.bonus_tokens, 'tokens'),
  ]
}

/** Whether a line is another one than when the statement was saved. */
export function hasChanged(row: DifferenceRow): boolean {
  return !isZeroDecimal(row.change)
}

/** What has changed since a statement was saved, as a sentence; without figures in privacy mode. */
export function describeDifference(before: Settlement, now: Settlement, isMasked: boolean): string {
  const changed = differenceRows(before, now).filter(hasChanged)
  if (changed.length === 0) return 'Nothing has changed since.'
  if (isMasked) return 'Figures have changed since.'
  const purchases = now.purchases - before.purchases
  const gross = subtractDecimal(now.gross_usd, before.gross_usd)
  const usd = formatExactUsd(gross, false)
  if (purchases > 0) return `Since then: ${pluralizeCount(purchases, 'purchase')} more, ${usd}.`
  if (purchases < 0) return `Since then: ${pluralizeCount(-purchases, 'purchase')} fewer, ${usd}.`
  const remaining = subtractDecimal(now.remaining_usd, before.remaining_usd)
  if (!isZeroDecimal(remaining)) return `Since then: remaining ${signed(remaining)}.`
  const count = changed.length
  return `Since then: ${formatCount(count)} ${count === 1 ? 'line has' : 'lines have'} changed.`
}

const signed = (amount: string) => formatExactUsd(amount, false, '+')
