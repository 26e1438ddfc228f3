import { sql } from 'kysely'
import { asJson, ofKind, toUtc, type ProjectEvents } from './ingest-events.ts'
import type { Tx } from './open.ts'

/** Adds referral payouts at the time at which they were made, with their purchases if these are there. */
export async function addPayouts(tx: Tx, { projectId, events }: ProjectEvents): Promise<void> {
  const rows = ofKind(events, 'referral_payout').map((event) => ({
    source_id: event.transaction_id ?? null,
    wallet_address: event.wallet_address.toLowerCase(),
    amount_before_gas: event.amount_before_gas,
    created_at: toUtc(event.occurred_at),
  }))
  if (rows.length === 0) return
  await sql`
    insert into referral_payouts (project_id, transaction_id, source_id, wallet_address,
      amount_before_gas, created_at)
    select ${projectId}, t.id, p.source_id, p.wallet_address, p.amount_before_gas, p.created_at
    from jsonb_populate_recordset(null::referral_payouts, ${asJson(rows)}) as p
    left join transactions as t on t.project_id = ${projectId} and t.source_id = p.source_id
    order by p.created_at`.execute(tx)
}

/** Assigns payouts that arrived before their purchases. */
export async function settlePayouts(tx: Tx, { projectId, events }: ProjectEvents): Promise<void> {
  const sources = ofKind(events, 'transaction').map((event) => event.transaction_id)
  if (sources.length === 0) return
  // An update runs the triggers of the sums even if it changes no row, and most batches change none.
  const waiting = await sql<{ id: number }>`
    select id from referral_payouts
    where project_id = ${projectId} and source_id = any(${sources}::text[])
      and transaction_id is null`.execute(tx)
  if (waiting.rows.length === 0) return
  await sql`
    update referral_payouts as p set transaction_id = t.id from transactions as t
    where p.id = any(${waiting.rows.map((row) => row.id)}::bigint[])
      and t.project_id = p.project_id and t.source_id = p.source_id`.execute(tx)
}
