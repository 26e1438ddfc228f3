import { sql } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import {
  type AddedRow,
  asJson,
  isNewer,
  ofKind,
  pickEvents,
  type ProjectEvents,
  textOrNull,
  toUtc,
} from './ingest-events.ts'

/**
 * Stores the newest event of each lead. `created_at` is the time of the oldest event.
 * @returns the new leads
 */
export async function addLeads(tx: Tx, { projectId, events }: ProjectEvents): Promise<AddedRow[]> {
  const all = ofKind(events, 'lead')
  if (all.length === 0) return []
  const newest = [...pickEvents(all, (event) => event.lead_id).values()]
  const oldest = pickEvents(
    all,
    (event) => event.lead_id,
    (a, b) => isNewer(b, a),
  )
  const sources = newest.map((event) => event.lead_id)
  const before = await sql<{ source_id: string }>`
    select source_id from leads
    where project_id = ${projectId} and source_id = any(${sources}::text[])`.execute(tx)
  const existing = new Set(before.rows.map((row) => row.source_id))
  const rows = newest.map((event) => ({
    source_id: event.lead_id,
    source_at: toUtc(event.occurred_at),
    source_event: event.id,
    created_at: toUtc((oldest.get(event.lead_id) ?? event).occurred_at),
    email: event.email,
    is_email_verified: event.is_email_verified === 1,
    wallet_address: event.wallet_address?.toLowerCase() ?? null,
    mobile: textOrNull(event.mobile),
    preferred_contact_time: textOrNull(event.preferred_contact_time),
    investment_amount: textOrNull(event.investment_amount),
  }))
  const after = await sql<AddedRow>`
    with incoming as (
      select * from jsonb_populate_recordset(null::leads, ${asJson(rows)})),
    older as (
      update leads as l set created_at = incoming.created_at from incoming
      where l.project_id = ${projectId} and l.source_id = incoming.source_id
        and (l.source_at, l.source_event) >= (incoming.source_at, incoming.source_event collate "C")
        and incoming.created_at < l.created_at)
    insert into leads as l (project_id, updated_at, created_at, source_id, source_at,
      source_event, email, is_email_verified, wallet_address, mobile, preferred_contact_time,
      investment_amount)
    select ${projectId}, source_at, created_at, source_id, source_at, source_event, email,
      is_email_verified, wallet_address, mobile, preferred_contact_time, investment_amount
    from incoming order by created_at, source_id collate "C"
    on conflict (project_id, source_id) where source_id is not null do update set
      updated_at = excluded.updated_at, created_at = least(l.created_at, excluded.created_at),
      source_at = excluded.source_at, source_event = excluded.source_event,
      email = excluded.email, is_email_verified = excluded.is_email_verified,
      wallet_address = excluded.wallet_address, mobile = excluded.mobile,
      preferred_contact_time = excluded.preferred_contact_time,
      investment_amount = excluded.investment_amount
    where (l.source_at, l.source_event) < (excluded.source_at, excluded.source_event)
    returning id, source_id, source_at`.execute(tx)
  return after.rows.filter((row) => !existing.has(row.source_id))
}
