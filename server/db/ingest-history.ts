import { sql } from 'kysely'
import { asJson, ofKind, textOrNull, toUtc, type ProjectEvents } from './ingest-events.ts'
import type { Tx } from './open.ts'

/**
 * Adds the status of every event to the history of its purchase. Events that repeat a status are added
 * too: whether one changes the status depends on events that may arrive later, so only a reader can tell
 * (`listStatusChanges`).
 */
export async function addStatusChanges(
  tx: Tx,
  { projectId, events }: ProjectEvents,
): Promise<void> {
  const rows = ofKind(events, 'transaction').map((event) => ({
    source_id: event.transaction_id,
    at: toUtc(event.occurred_at),
    status: event.status,
    reason: textOrNull(event.status_reason),
  }))
  if (rows.length === 0) return
  await sql`
    insert into status_changes (transaction_id, at, status, reason)
    select t.id, c.at, c.status, c.reason
    from jsonb_to_recordset(${asJson(rows)}) as c (source_id text, at timestamptz, status text,
      reason text)
    join transactions as t on t.project_id = ${projectId} and t.source_id = c.source_id
    order by t.id, c.at
    on conflict do nothing`.execute(tx)
}
