import { sql } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import { DAY_MS, HOUR_MS } from '#src/domain/time/zone.ts'
import type { DemoPurchase, DemoSale } from './sales.ts'

const RECORDED_DAYS = 60
/** How long a purchase that is credited meanwhile takes to complete. */
const LATE_HOURS = 7

// Any time of a day gives the same data.
const dayOf = (now: number) => Math.floor(now / DAY_MS) * DAY_MS

/** When the demo began to record histories; earlier purchases have none. */
export const historySince = (now: number) => dayOf(now) - RECORDED_DAYS * DAY_MS

/** The purchases of a sale that were credited by hand: two that never completed, one that did later. */
export function creditedPurchases(
  { purchases }: DemoSale,
  now: number,
): { lost: DemoPurchase[]; late: DemoPurchase[] } {
  const today = dayOf(now)
  const recent = purchases.filter(
    ({ createdAt, tokens }) =>
      tokens !== null && createdAt > today - 20 * DAY_MS && createdAt < today - 2 * DAY_MS,
  )
  const lost = recent.filter(({ status }) => status === 'failed' || status === 'expired')
  const late = recent.filter(({ status }) => status === 'completed')
  return { lost: lost.slice(-2), late: late.slice(-1) }
}

/** When a purchase was credited: before it completes, if it does. */
export const creditedAt = ({ createdAt }: DemoPurchase) => createdAt + 2 * HOUR_MS

/** Inserts the status changes of the purchases since the demo records them. */
export async function fillHistories(
  tx: Tx,
  sales: readonly DemoSale[],
  now: number,
): Promise<void> {
  const late = sales.flatMap((sale) => creditedPurchases(sale, now).late.map(({ id }) => id))
  await sql`
    insert into status_changes (transaction_id, at, status, reason)
    select t.id, least(t.created_at + s.after, ${new Date(now)}), s.status,
      case when s.status = t.status then t.status_reason end
    from transactions as t cross join lateral (values
      ('pending', interval '0', true),
      ('processing', (1 + t.id % 4) * interval '1 minute', t.status not in ('pending', 'expired')),
      ('completed', case when t.id = any(${late}::bigint[]) then ${LATE_HOURS} * interval '1 hour'
        else (5 + t.id % 11) * interval '1 minute' end, t.status in ('completed', 'refunded')),
      ('failed', (6 + t.id % 9) * interval '1 minute', t.status = 'failed'),
      ('expired', interval '30 minutes', t.status = 'expired'),
      ('refunded', (20 + t.id % 40) * interval '1 hour', t.status = 'refunded')
    ) as s (status, after, applies)
    where t.history_since is null and s.applies`.execute(tx)
}
