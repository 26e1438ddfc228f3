import type { Db } from '#server/db/engine/open.ts'
import { findFarFromPlan } from '#server/db/ingest/usual-prices.ts'
import type { Warning } from './import-batch.ts'

/**
 * Which of these events are purchases far from the planned price of their stage, which may be another
 * currency, or a wrong decimal sign. Purchases that came to nothing are left out.
 * @param events valid or not; an event that is not valid has a warning that nobody reads, or none
 */
export async function findPriceWarnings(
  db: Db,
  projectId: string,
  events: readonly Readonly<Record<string, unknown>>[],
): Promise<(Warning | null)[]> {
  const purchases = events.flatMap((event, at) => {
    const [usd, tokens] = [
      decimalOf(event['payment_usd_amount']),
      decimalOf(event['tokens_bought']),
    ]
    const stage = event['stage_name']
    if (event['kind'] !== 'transaction' || usd === null || tokens === null) return []
    if (typeof stage !== 'string' || NOTHING.has(event['status'])) return []
    return {
      source_id: String(at),
      stage_name: stage,
      payment_usd_amount: usd,
      tokens_bought: tokens,
    }
  })
  const far = await findFarFromPlan(db, projectId, purchases)
  return events.map((_event, at) => {
    const found = far.get(String(at))
    if (found === undefined) return null
    return {
      field: 'payment_usd_amount',
      reason: `Is far from the price of ${found.stage}, $${found.price} for a token`,
    }
  })
}

const NOTHING = new Set<unknown>(['failed', 'expired', 'refunded'])

/** Amounts of valid events are decimals of at most 38 digits. */
const decimalOf = (value: unknown) =>
  typeof value === 'string' && /^\d{1,38}(?:\.\d{1,38})?$/.test(value) ? value : null
