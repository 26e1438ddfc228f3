import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { TransactionStatus } from '#server/db/schema/schema.ts'

export interface StatusChangeRow {
  at: Date
  status: TransactionStatus
  reason: string | null
}

/**
 * The status changes of a purchase, oldest first, independent of the order in which its events arrived.
 * Events in a row with one status are one change: at the first of them, with the last reason that one
 * gives. Of events with one time and status, the first to arrive is kept; the purchase has the reason of
 * the one with the greatest id.
 */
export async function listStatusChanges(db: Db, transactionId: number): Promise<StatusChangeRow[]> {
  // Of two final statuses of one time, the purchase has the one of the greater event id.
  const { rows } = await sql<StatusChangeRow>`
    select c.at, c.status, case when c.at = t.source_at and c.status = t.status
      then t.status_reason else c.reason end as reason
    from status_changes as c join transactions as t on t.id = c.transaction_id
    where c.transaction_id = ${transactionId}
    order by c.at, status_rank(c.status), c.status = t.status, c.status`.execute(db)
  const changes: StatusChangeRow[] = []
  for (const row of rows) {
    const last = changes.at(-1)
    if (last?.status === row.status) last.reason = row.reason ?? last.reason
    else changes.push({ ...row })
  }
  return changes
}
