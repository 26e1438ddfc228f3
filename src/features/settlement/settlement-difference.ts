import { isZeroDecimal, subtractDecimal } from '#src/domain/money/decimals.ts'
import { formatCount, pluralizeCount } from '#src/domain/money/money.ts'
import type { Settlement } from '#src/wire/settlement.ts'
import { tokenName, tokenRounding, whereItWent } from './settlement-lines.ts'
import { formatExactUsd } from './settlement-text.ts'

/** One line of a saved statement beside the same line now. Exact decimals, in dollars unless noted. */
export interface DifferenceRow {
  name: string
  /** `bonus`: tokens of the project; `paid`: the payment token of the line. */
  unit: 'usd' | 'count' | 'bonus' | 'paid'
  before: string
  now: string
  /** `now` less `before`. */
  change: string
  isTotal: boolean
  /** It is only there because it has changed. */
  isDetail: boolean
}

function rowOf(
  name: string,
  before: string,
  now: string,
  unit: DifferenceRow['unit'] = 'usd',
): DifferenceRow {
  return {
    name,
    unit,
    before,
    now,
    change: subtractDecimal(now, before),
    isTotal: false,
    isDetail: false,
  }
}

const countRow = (name: string, before: number, now: number) =>
  rowOf(name, String(before), String(now), 'count')

const ifChanged = (row: DifferenceRow) => (hasChanged(row) ? [{ ...row, isDetail: true }] : [])

const NO_TOKEN = { amount: '0', usd: '0', purchases: 0 }

/** The dollars of each payment token; its amount and purchases only where they have changed. */
function tokenRows(before: Settlement, now: Settlement): readonly DifferenceRow[] {
  const byName = ({ by_token }: Settlement) =>
    new Map(by_token.map((token) => [token.payment_token_name, token]))
  const [earlier, present] = [byName(before), byName(now)]
  return [...new Set([...earlier.keys(), ...present.keys()])].flatMap((symbol) => {
    const name = tokenName(symbol)
    const then = earlier.get(symbol) ?? NO_TOKEN
    const today = present.get(symbol) ?? NO_TOKEN
    const details = [
      rowOf(`${name}, amount`, then.amount, today.amount, 'paid'),
      countRow(`${name}, purchases`, then.purchases, today.purchases),
    ]
    return [rowOf(name, then.usd, today.usd), ...details.flatMap(ifChanged)]
  })
}

/**
 * Every figure of a statement beside the same one now: payment tokens first, then the sum, then the
 * rest. Those that the page shows in small print are left out while they are the same.
 */
export function differenceRows(before: Settlement, now: Settlement): readonly DifferenceRow[] {
  const earlier = new Map(whereItWent(before).map(({ name, usd }) => [name, usd]))
  const rounding = rowOf(
    'Rounding of completed purchases',
    tokenRounding(before) ?? '0',
    tokenRounding(now) ?? '0',
  )
  const details = {
    payouts: countRow('Number of payouts', before.payouts, now.payouts),
    refunds: countRow(
      'Number of refunded purchases',
      before.refunded_purchases,
      now.refunded_purchases,
    ),
    bonuses: countRow('Number of bonuses', before.bonuses, now.bonuses),
  }
  return [
    countRow('Number of purchases', before.purchases, now.purchases),
    ...tokenRows(before, now),
    ...ifChanged(rounding),
    ...whereItWent(now).map(({ name, usd }, index, { length }) => ({
      ...rowOf(name, earlier.get(name) ?? '0', usd),
      isTotal: index === length - 1,
    })),
    ...ifChanged(details.payouts),
    rowOf('Refunded later', before.refunded_usd, now.refunded_usd),
    ...ifChanged(details.refunds),
    rowOf('Bonuses given', before.bonus_tokens, now.bonus_tokens, 'bonus'),
    ...ifChanged(details.bonuses),
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
  const remaining = subtractDecimal(now.remaining_usd, before.remaining_usd)
  const parts: string[] = []
  if (purchases > 0) parts.push(`${pluralizeCount(purchases, 'purchase')} more`)
  if (purchases < 0) parts.push(`${pluralizeCount(-purchases, 'purchase')} fewer`)
  if (!isZeroDecimal(gross)) parts.push(`completed purchases ${signed(gross)}`)
  else if (!isZeroDecimal(remaining)) parts.push(`remaining ${signed(remaining)}`)
  if (parts.length > 0) return `Since then: ${parts.join('; ')}.`
  const count = changed.length
  return `Since then: ${formatCount(count)} ${count === 1 ? 'line has' : 'lines have'} changed.`
}

const signed = (amount: string) => formatExactUsd(amount, false, '+')
