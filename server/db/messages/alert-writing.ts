import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import { FINANCE_ROLES } from '#src/domain/people/roles.ts'
import type { AlertChannel } from '#src/wire/alerts.ts'

// Alerts about events. They are written in the transaction of their cause, so none is lost. Each is one
// statement.

/** The figures of a purchase for its text, from a row `t` of transactions. */
const PURCHASE_DATA = sql`jsonb_build_object('transaction_id', t.id::text,
  'usd', t.payment_usd_amount::text, 'stage_name', t.stage_name, 'country', t.country,
  'utm_source', t.utm_source, 'utm_medium', t.utm_medium)`

/** The same for an unusual price, with the key that sent it. */
const PRICE_DATA = sql`${PURCHASE_DATA} || jsonb_build_object('tokens', t.tokens_bought::text,
  'ticker', (select project_ticker from projects where id = t.project_id),
  'key_name', (select name from ingest_keys where id = t.received_key_id))`

/** The same of a row `t` of manual_transactions. */
const CREDIT_DATA = sql`jsonb_build_object('tokens', t.tokens::text,
  'wallet_address', t.wallet_address, 'by', t.authorizer)`

/** Whether the person `u` may see figures of the project `p` now. */
export const MAY_SEE = sql`u.disabled_at is null and p.archived_at is null
  and u.role = any(${[...FINANCE_ROLES]}::text[])
  and (u.role = 'admin' or exists (
    select from memberships as m where m.user_id = u.id and m.project_id = p.id))`

/** What a purchase can exceed, and the data of the alert. A kind without a threshold has any size. */
const PURCHASE_ROWS = {
  purchase_over: sql`t.payment_usd_amount as size, ${PURCHASE_DATA} as data`,
  price_unusual: sql`1 as size, ${PRICE_DATA} as data`,
}
export type PurchaseAlertKind = keyof typeof PURCHASE_ROWS

/** The kinds of alerts about single purchases for which anybody has a rule that is on. */
export const WATCHED_PURCHASE_KINDS = sql`array(
  select distinct kind from alert_rules
  where enabled and kind = any(${Object.keys(PURCHASE_ROWS)}::text[]))`

/**
 * Alerts about purchases that became completed, or whose price is unusual. One that does so twice causes
 * one alert.
 */
export async function writePurchaseAlerts(
  tx: Tx,
  parts: { kind: PurchaseAlertKind; projectId: string; ids: readonly number[]; now: Date },
): Promise<void> {
  const { kind, projectId, ids, now } = parts
  if (ids.length === 0) return
  await writeAlerts(tx, {
    kind,
    rows: sql`select t.*, ${PURCHASE_ROWS[kind]}
      from transactions as t where t.id = any(${[...ids]}::bigint[])`,
    projectId,
    now,
  })
}

/** Alerts about a credit, for everybody but its author. */
export async function writeCreditAlerts(
  tx: Tx,
  { id, projectId, authorId, now }: { id: number; projectId: string; authorId: number; now: Date },
): Promise<void> {
  await writeAlerts(tx, {
    kind: 'credit_over',
    rows: sql`select t.*, t.tokens as size, ${CREDIT_DATA} as data
      from manual_transactions as t where t.id = ${id}`,
    projectId,
    now,
    where: sql`and r.user_id <> ${authorId}`,
  })
}

/** How much of a note an alert has, in characters. */
const MAX_EXCERPT = 300
const EXCERPT = sql`left(regexp_replace(n.text, '\\s+', ' ', 'g'), ${sql.lit(MAX_EXCERPT)})`

/** The same of a row `n` of notes, with the name of a code or the hash of a payment. */
const NOTE_DATA = sql`jsonb_build_object('record_kind', n.kind, 'record_id', n.record,
  'by', (select email from users where id = n.author_id), 'text', ${EXCERPT},
  'name', case n.kind
    when 'bonus_code' then (select code from bonus_codes where id = n.record::bigint)
    when 'payment' then (select transaction_hash from chain_payments where id = n.record::bigint)
  end)`

/** Alerts of the people whom a note mentions, without its author. Nobody hears of a note twice. */
export async function writeMentionAlerts(
  tx: Tx,
  note: { id: number; projectId: string; authorId: number; mentions: readonly number[]; now: Date },
): Promise<void> {
  const { id, projectId, authorId, mentions, now } = note
  const people = mentions.filter((person) => person !== authorId)
  if (people.length === 0) return
  await writeAlerts(tx, {
    kind: 'mention',
    rows: sql`select n.id, n.created_at, 1 as size, ${NOTE_DATA} as data
      from notes as n where n.id = ${id}`,
    projectId,
    now,
    where: sql`and r.user_id = any(${people}::bigint[])`,
  })
}

const ofNote = (id: number) => sql`e.key = ${`${KEY_PREFIXES.mention}${id}`}
  and e.rule_id in (select id from alert_rules where kind = 'mention')`

/** Gives the alerts about a note its present text. */
export async function updateMentionAlerts(tx: Tx, id: number): Promise<void> {
  await sql`
    update alert_events as e set data = e.data || jsonb_build_object('text', ${EXCERPT})
    from notes as n where n.id = ${id} and ${ofNote(id)}`.execute(tx)
}

/** Deletes the alerts about a note, sent or not. */
export async function deleteMentionAlerts(tx: Tx, id: number): Promise<void> {
  await sql`delete from alert_events as e where ${ofNote(id)}`.execute(tx)
}

/** A rule whose kind changes keeps its id: a credit is not a purchase with the same number. */
const KEY_PREFIXES = {
  purchase_over: '',
  price_unusual: 'price:',
  credit_over: 'credit:',
  mention: 'note:',
} as const

/** The rules are read first. Most rows are below the least threshold of all, and end there. */
async function writeAlerts(
  tx: Tx,
  {
    kind,
    rows,
    projectId,
    now,
    where = sql``,
  }: {
    kind: keyof typeof KEY_PREFIXES
    /** With id, created_at, size and data. */
    rows: RawBuilder<unknown>
    projectId: string
    now: Date
    where?: RawBuilder<unknown>
  },
): Promise<void> {
  await sql`
    with rules as materialized (
      select r.id, r.user_id, coalesce(r.threshold, 0) as threshold
      from alert_rules as r join users as u on u.id = r.user_id
        join projects as p on p.id = ${projectId}
      where r.enabled and r.kind = ${kind} and (r.project_id is null or r.project_id = p.id)
        and ${MAY_SEE} ${where}
    ), large as materialized (
      select * from (${rows}) as x where size > (select min(threshold) from rules)
    )
    insert into alert_events (rule_id, user_id, kind, project_id, key, at, data, created_at)
    select r.id, r.user_id, ${kind}, ${projectId}, ${KEY_PREFIXES[kind]} || x.id, x.created_at, x.data, ${now}
    from rules as r join large as x on x.size > r.threshold
    order by r.id, x.created_at, x.id
    on conflict (rule_id, key) do nothing`.execute(tx)
}

/** Alerts about a sign-in of this person from a new device. */
export async function writeDeviceAlerts(
  tx: Tx,
  { userId, device, now }: { userId: number; device: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into alert_events (rule_id, user_id, kind, project_id, key, at, data, created_at)
    select id, user_id, kind, null, ${`${now.toISOString()} ${device ?? ''}`}, ${now},
      jsonb_build_object('device', ${device}::text), ${now}
    from alert_rules where user_id = ${userId} and enabled and kind = 'new_device'
    on conflict (rule_id, key) do nothing`.execute(tx)
}

/** Alerts of all admins with such a rule about a reading key that is used from a new address. */
export async function writeKeyAlerts(
  tx: Tx,
  key: { id: number; name: string; last4: string; address: string; now: Date },
): Promise<void> {
  const { id, name, last4, address, now } = key
  await sql`
    insert into alert_events (rule_id, user_id, kind, project_id, key, at, data, created_at)
    select r.id, r.user_id, r.kind, null, ${`key:${id} ${address}`}, ${now},
      ${JSON.stringify({ name, last4, address })}::jsonb, ${now}
    from alert_rules as r join users as u on u.id = r.user_id
    where r.enabled and r.kind = 'reading_key_new_address' and u.role = 'admin'
      and u.disabled_at is null
    order by r.id
    on conflict (rule_id, key) do nothing`.execute(tx)
}

/** The channels of this person's rules about new devices; empty without one. */
export async function listDeviceChannels(tx: Tx, userId: number): Promise<AlertChannel[]> {
  const rows = await tx
    .selectFrom('alert_rules')
    .select('channels')
    .where('user_id', '=', userId)
    .where('kind', '=', 'new_device')
    .where('enabled', '=', true)
    .execute()
  return rows.flatMap(({ channels }) => channels)
}
