import { changePercent, percentOf, UsdSum } from '#src/domain/money/money.ts'
import type { ChannelCountry } from '#src/wire/channels.ts'

/** The figures of a channel or a country: counts, and `amount` in USD. */
export type ChannelSums = Omit<ChannelCountry, 'country'>

export const NO_SUMS: ChannelSums = {
  purchases: 0,
  buyers: 0,
  new_buyers: 0,
  second_purchases: 0,
  amount: 0,
  registrations: 0,
  registrations_7_days_old: 0,
  converted_within_7_days: 0,
}

/** The sum of figures. A wallet that is in several of them counts in each. */
export function addSums(list: Iterable<ChannelSums>): ChannelSums {
  const amount = new UsdSum()
  const total: ChannelSums = { ...NO_SUMS }
  for (const one of list) {
    amount.add(one.amount)
    total.purchases += one.purchases
    total.buyers = total.buyers === null || one.buyers === null ? null : total.buyers + one.buyers
    total.new_buyers += one.new_buyers
    total.second_purchases += one.second_purchases
    total.registrations += one.registrations
    total.registrations_7_days_old += one.registrations_7_days_old
    total.converted_within_7_days += one.converted_within_7_days
  }
  return { ...total, amount: amount.value }
}

/** USD per purchase, rounded to cents; null without a purchase. */
export function averageOf({ amount, purchases }: ChannelSums): number | null {
  return purchases === 0 ? null : Math.round((amount * 100) / purchases) / 100
}

/**
 * The registrations that bought within 7 days, in per cent of those that are 7 days old, floored to 2
 * decimals; null without one.
 */
export function convertedPercent(sums: ChannelSums): number | null {
  const { registrations_7_days_old: all, converted_within_7_days: converted } = sums
  return all === 0 ? null : percentOf(converted, all)
}

/** Figures, and those of the previous period; null while there are none to compare with. */
export interface Compared {
  now: ChannelSums
  before: ChannelSums | null
}

/** The change of the amount in per cent; Infinity from 0, null with nothing to compare. */
export function amountChange({ now, before }: Compared): number | null {
  if (before === null || (now.amount === 0 && before.amount === 0)) return null
  return changePercent(now.amount, before.amount) ?? Infinity
}
