import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import {
  asJson,
  ofKind,
  textOrNull,
  toUtc,
  type ProjectEvents,
  type Refusal,
} from './ingest-events.ts'

const codeOf = (event: { bonus_code?: string | null | undefined }) =>
  textOrNull(event.bonus_code)?.toLowerCase()

/** Refuses bonuses with a code that the project does not have. */
export async function validateBonusCodes(
  db: Db,
  { projectId, events }: ProjectEvents,
): Promise<Map<string, Refusal>> {
  const codes = await findCodes(db, { projectId, events })
  const refusals = new Map<string, Refusal>()
  for (const event of ofKind(events, 'bonus_transaction')) {
    const code = codeOf(event)
    if (code !== undefined && !codes.has(code))
      refusals.set(event.id, { field: 'bonus_code', reason: 'Is no bonus code of this project' })
  }
  return refusals
}

async function findCodes(
  db: Db,
  { projectId, events }: ProjectEvents,
): Promise<Map<string, number>> {
  const codes = ofKind(events, 'bonus_transaction').flatMap((event) => codeOf(event) ?? [])
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ id: number; code: string }>`
    select id, lower(code) as code from bonus_codes
    where project_id = ${projectId} and lower(code) = any(${codes}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.code, row.id]))
}

/** Stores the bonuses with the sender's id of their purchase, and counts the uses of codes. */
export async function addBonuses(tx: Tx, { projectId, events }: ProjectEvents): Promise<void> {
  const bonuses = ofKind(events, 'bonus_transaction')
  if (bonuses.length === 0) return
  const codes = await findCodes(tx, { projectId, events })
  const rows = bonuses.map((event) => ({
    project_id: projectId,
    event_id: event.id,
    source_id: event.transaction_id,
    bonus_code_id: codes.get(codeOf(event) ?? '') ?? null,
    bonus_token_amount: event.bonus_token_amount,
    identifier: event.identifier,
    type: event.type,
    wallet_address: event.wallet_address.toLowerCase(),
    created_at: toUtc(event.occurred_at),
  }))
  await sql`
    insert into waiting_bonuses
    select * from jsonb_populate_recordset(null::waiting_bonuses, ${asJson(rows)})`.execute(tx)
  await sql`
    update bonus_codes as c set uses = c.uses + x.n
    from (select bonus_code_id, count(*)::integer as n
      from jsonb_to_recordset(${asJson(rows)}) as r (bonus_code_id bigint)
      where bonus_code_id is not null group by 1) as x
    where c.id = x.bonus_code_id`.execute(tx)
}

/** Assigns bonuses to their purchases, in whichever order they arrived. */
export async function settleBonuses(tx: Tx, { projectId, events }: ProjectEvents): Promise<void> {
  const sources = events.flatMap((event) =>
    event.kind === 'transaction' || event.kind === 'bonus_transaction'
      ? [event.transaction_id]
      : [],
  )
  if (sources.length === 0) return
  await sql`
    with settled as (
      delete from waiting_bonuses as w using transactions as t
      where w.project_id = ${projectId} and w.source_id = any(${sources}::text[])
        and t.project_id = w.project_id and t.source_id = w.source_id
      returning w.*, t.id as transaction_id)
    insert into bonus_transactions (project_id, transaction_id, bonus_code_id,
      bonus_token_amount, identifier, type, wallet_address, created_at)
    select project_id, transaction_id, bonus_code_id, bonus_token_amount, identifier, type,
      wallet_address, created_at
    from settled order by created_at, event_id`.execute(tx)
}
