import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import type { WalletOverride } from '#src/wire/wallets.ts'
import { readCredits, type ManualTransactionRow } from './manual-transactions.ts'
import { readNotes, type NoteRow } from './notes.ts'
import {
  BONUS_COLUMNS,
  PAYOUT_COLUMNS,
  type BonusTransactionRow,
  type PayoutRow,
} from './transaction-details.ts'
import { TRANSACTION_COLUMNS, type TransactionListRow } from './transactions.ts'
import type { TimelinePlace } from './wallet-timeline.ts'

type TimelinePurchase = TransactionListRow & {
  status_reason: string | null
  /** The credit that makes it good, unless that was reversed. */
  credit_id: number | null
}

export interface TimelineRecords {
  purchase: Map<string, TimelinePurchase>
  bonus: Map<string, BonusTransactionRow & { buyer_address: string }>
  payout: Map<string, PayoutRow & { buyer_address: string | null }>
  credit: Map<string, ManualTransactionRow>
  override: Map<string, OverrideRow>
  referral: Map<string, { wallet_address: string; paid_usd: string }>
  audit: Map<string, ChangeRow>
  note: Map<string, NoteRow>
}

interface ChangeRow {
  actor: string | null
  action: string
  object: string
  object_id: string | null
  reason: string | null
  successor: string | null
}

export interface OverrideRow {
  field: WalletOverride
  before: string | null
  after: string | null
  actor: string | null
}

/** The records of a page of a timeline, by the ids of its entries. */
export async function readTimelineRecords(
  db: Db,
  projectId: string,
  places: readonly TimelinePlace[],
): Promise<TimelineRecords> {
  const idsOf = (kind: TimelinePlace['kind']) =>
    places.filter((place) => place.kind === kind).map((place) => place.id)
  const numbersOf = (kind: TimelinePlace['kind']) => idsOf(kind).map(Number)
  return {
    purchase: byId(await readPurchases(db, numbersOf('purchase'))),
    bonus: byId(await readBonuses(db, numbersOf('bonus'))),
    payout: byId(await readPayouts(db, numbersOf('payout'))),
    credit: byId(await readCredits(db, numbersOf('credit'))),
    override: await readOverrides(db, idsOf('override')),
    referral: await readReferrals(db, projectId, idsOf('referral')),
    audit: await readEntries(db, numbersOf('audit')),
    note: byId(await readNotes(db, numbersOf('note'))),
  }
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [String(row.id), row]))

async function readPurchases(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<TimelinePurchase>`
    select ${TRANSACTION_COLUMNS}, t.status_reason, (
      select m.id from manual_transactions as m
      where m.transaction_id = t.id
        and not exists (select from credit_reversals as r where r.credit_id = m.id)) as credit_id
    from transactions as t where t.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}

async function readBonuses(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('bonus_transactions as b')
    .innerJoin('transactions as t', 't.id', 'b.transaction_id')
    .select(BONUS_COLUMNS.map((column) => `b.${column}` as const))
    .select('t.wallet_address as buyer_address')
    .where('b.id', 'in', ids)
    .execute()
}

async function readPayouts(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('referral_payouts as p')
    .leftJoin('transactions as t', 't.id', 'p.transaction_id')
    .select(PAYOUT_COLUMNS.map((column) => `p.${column}` as const))
    .select('t.wallet_address as buyer_address')
    .where('p.id', 'in', ids)
    .execute()
}

async function readOverrides(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, OverrideRow>()
  const { rows } = await sql<OverrideRow & { id: string }>`
    select x.id, a.actor, x.field, a.before ->> x.field as before, a.after ->> x.field as after
    from (select id, split_part(id, '-', 1)::bigint as entry, split_part(id, '-', 2) as field
      from unnest(${ids}::text[]) as id) as x
    join audit_log as a on a.id = x.entry`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Each referred wallet with what it has paid. */
async function readReferrals(db: Db, projectId: string, addresses: readonly string[]) {
  const { rows } =
    addresses.length === 0
      ? { rows: [] }
      : await sql<{ wallet_address: string; paid_usd: string }>`
    select a.address as wallet_address, (
      select coalesce(sum(t.payment_usd_amount), 0) from transactions as t
      where t.project_id = ${projectId} and t.wallet_address = a.address
        and ${whereCounted('t.')}) as paid_usd
    from unnest(${addresses}::text[]) as a (address)`.execute(db)
  return new Map(rows.map((row) => [row.wallet_address, row]))
}

/** Who did what. Where they did it from stays in the audit log. */
async function readEntries(db: Db, ids: readonly number[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('audit_log')
          .select(['id', 'actor', 'action', 'object_type as object', 'object_id'])
          .select([
            sql<string | null>`after ->> 'reason'`.as('reason'),
            sql<string | null>`after ->> 'successor'`.as('successor'),
          ])
          .where('id', 'in', ids)
          .execute()
  return new Map(rows.map(({ id, ...row }) => [String(id), row]))
}
