import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/engine/open.ts'
import type { ManualTransactionsTable } from '#server/db/schema/schema.ts'
import type { manualTransactionFilterSchema } from '#src/wire/manual-transactions.ts'
import { hexCondition } from './hex-condition.ts'
import {
  readPage,
  whereCreated,
  whereId,
  type ListRows,
  type ListTotal,
  type PageRequest,
} from './list-page.ts'

/** A manual token credit; `tokens` is an exact decimal string. */
export type ManualTransactionRow = Omit<Selectable<ManualTransactionsTable>, 'authorizer_id'> & {
  /** The second person that approved it; null where none had to. */
  approved_by: string | null
  reversed: { at: Date; by: string; reason: string } | null
}

const CREDIT_COLUMNS = [
  'authorizer',
  'created_at',
  'id',
  'project_id',
  'reason',
  'tokens',
  'transaction_id',
  'updated_at',
  'wallet_address',
] as const

type CreditColumns = Pick<Selectable<ManualTransactionsTable>, (typeof CREDIT_COLUMNS)[number]>

/** The filters of the list. */
export type CreditFilters = Partial<
  Omit<z.output<typeof manualTransactionFilterSchema>, 'projects'>
>

function whereCredits(filters: CreditFilters): RawBuilder<unknown> {
  const { wallet_address: address } = filters
  const byWallet = address ? sql`and ${hexCondition('wallet_address', address)}` : sql``
  return sql`${whereCreated(filters)} ${byWallet} ${whereId(filters.id)}`
}

/** The credits that the filters leave, newest first. */
export const creditRows = (filters: CreditFilters): ListRows => ({
  table: 'manual_transactions',
  key: ['id'],
  by: sql.ref('created_at'),
  order: 'desc',
  where: whereCredits(filters),
})

/** One page of the projects' credits, newest first. */
export async function listManualTransactions(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  filters: CreditFilters = {},
): Promise<ManualTransactionRow[]> {
  const columns = sql<CreditColumns>`${sql.join(CREDIT_COLUMNS.map((name) => sql.ref(`t.${name}`)))}`
  const rows = await readPage(db, creditRows(filters), { columns }, projects, page)
  return complete(db, rows)
}

/** All credits that the filters leave: their number, and the tokens of those that were not reversed. */
export async function sumManualTransactions(
  db: Db,
  projects: readonly string[],
  filters: CreditFilters,
): Promise<ListTotal> {
  const { rows } = await sql<Omit<ListTotal, 'usd'>>`
    select count(*)::bigint as rows, coalesce(sum(tokens) filter (where not exists (
      select from credit_reversals as r where r.credit_id = m.id)), 0) as tokens
    from manual_transactions as m
    where project_id = any(${[...projects]}::text[]) ${whereCredits(filters)}`.execute(db)
  return { rows: 0, tokens: '0', ...rows[0], usd: null }
}

/** Adds a credit. Credits are never changed or deleted. */
export async function insertManualTransaction(
  tx: Db,
  credit: Insertable<ManualTransactionsTable>,
): Promise<ManualTransactionRow> {
  const row = await tx
    .insertInto('manual_transactions')
    .values(credit)
    .returning(CREDIT_COLUMNS)
    .executeTakeFirstOrThrow()
  return { ...row, approved_by: null, reversed: null }
}

/** The credits of a purchase, oldest first: at most one that was not reversed. */
export async function listCreditsOf(
  db: Db,
  transactionId: number,
): Promise<ManualTransactionRow[]> {
  const rows = await db
    .selectFrom('manual_transactions')
    .select(CREDIT_COLUMNS)
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return complete(db, rows)
}

/** The credits with these ids, in no order. */
export async function readCredits(db: Db, ids: readonly number[]): Promise<ManualTransactionRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('manual_transactions')
    .select(CREDIT_COLUMNS)
    .where('id', 'in', ids)
    .execute()
  return complete(db, rows)
}

/** @throws if there is no such credit */
export async function readCredit(db: Db, id: number): Promise<ManualTransactionRow> {
  const [row] = await readCredits(db, [id])
  if (row === undefined) throw new Error(`No credit ${id}`)
  return row
}

/** A credit of the project; undefined if there is none with this id. */
export function findCredit(db: Db, projectId: string, id: number) {
  return db
    .selectFrom('manual_transactions')
    .select(['id', 'wallet_address', 'tokens', 'transaction_id'])
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

/** Adds who approved each credit, and its reversal. */
async function complete(db: Db, rows: readonly CreditColumns[]): Promise<ManualTransactionRow[]> {
  if (rows.length === 0) return []
  const found = await db
    .selectFrom('manual_transactions as m')
    .leftJoin('credit_reversals as r', 'r.credit_id', 'm.id')
    .leftJoin('approvals as a', 'a.credit_id', 'm.id')
    .select(['m.id', 'a.decider', 'r.at', 'r.by', 'r.reason'])
    .where(
      'm.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const more = new Map(
    found.map(({ id, decider, at, by, reason }) => [
      id,
      { approved_by: decider, reversed: at && { at, by: by ?? '', reason: reason ?? '' } },
    ]),
  )
  return rows.map((row) => ({ ...row, approved_by: null, reversed: null, ...more.get(row.id) }))
}
