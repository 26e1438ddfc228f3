import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { SOURCE, type Source } from '#server/db/rollups/definition.ts'
import { projectRows, sumFigures, whereCounted } from '#server/db/rollups/pieces.ts'
import { planRange, TIME_LEVELS } from '#server/db/rollups/plan.ts'
import { findBounds, inSnapshot } from '#server/db/rollups/snapshot.ts'
import { plannedRows } from '#server/db/rollups/time-parts.ts'
import type { TransactionRow } from '#server/db/schema/schema.ts'
import { byName } from '#src/domain/text/text.ts'
import { stageKey } from '#src/wire/stages.ts'
import { readPage, type ListPeriod, type ListTotal, type PageRequest } from './list-page.ts'
import { countNotes } from './note-counts.ts'
import {
  transactionRows,
  whereTransactions,
  type TransactionFilters,
  type TransactionOrder,
} from './transaction-filters.ts'
import { PROOF, type StoredProof } from './transaction-proofs.ts'

const COLUMNS = [
  'id',
  'project_id',
  'stage_name',
  'wallet_address',
  'transaction_hash',
  'payment_token_name',
  'created_at',
  'payment_token_amount',
  'payment_usd_amount',
  'tokens_bought',
  'type',
  'status',
  'source_id',
  'price_is_unusual',
  'received_at',
  'voided_at',
  'voided_by',
  'void_reason',
] as const

/** A row of the list; amounts are exact decimal strings. */
export type TransactionListRow = Pick<TransactionRow, (typeof COLUMNS)[number]> & {
  /** USD for one token, rounded to 18 places; null without tokens. */
  price: string | null
  /** The name of the key that sent its newest event. */
  received_key: string | null
  proof: StoredProof | null
  notes: number
}

/**
 * USD for one token of a purchase `t`, rounded to 18 places. Both amounts have 18 places, so `div` of
 * whole numbers is exact, where a quotient would be rounded twice.
 */
export const PRICE = sql<string | null>`
  div(t.payment_usd_amount * 2e18 + t.tokens_bought, nullif(t.tokens_bought, 0) * 2) * 1e-18`

/** The columns of a purchase `t` with its price, key, proof and number of notes. */
export const TRANSACTION_COLUMNS = sql<TransactionListRow>`
  ${sql.join(COLUMNS.map((column) => sql.ref(`t.${column}`)))}, ${PRICE} as price,
  (select k.name from ingest_keys as k where k.id = t.received_key_id) as received_key,
  ${PROOF} as proof, ${countNotes('transaction')} as notes`

/** One page of the projects' purchases, newest first unless ordered otherwise. */
export async function listTransactions(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  { sort, order, ...filters }: TransactionFilters & TransactionOrder,
): Promise<TransactionListRow[]> {
  const rows = await transactionRows(db, projects, filters, {
    ...(sort && { sort }),
    ...(order && { order }),
  })
  return readPage(db, rows, { columns: TRANSACTION_COLUMNS }, projects, page)
}

/** All purchases that the filters leave: their number, and the sums of those that count. */
export async function sumTransactions(
  db: Db,
  projects: readonly string[],
  filters: TransactionFilters,
): Promise<ListTotal> {
  if (hasOnlyPeriod(filters)) return sumPeriod(db, projects, filters)
  const where = await whereTransactions(db, projects, filters)
  const { rows } = await sql<ListTotal>`
    select count(*)::bigint as rows,
      coalesce(sum(payment_usd_amount) filter (where ${whereCounted('')}), 0) as usd,
      coalesce(sum(tokens_bought) filter (where ${whereCounted('')}), 0) as tokens
    from transactions where project_id = any(${[...projects]}::text[]) ${where}`.execute(db)
  return rows[0] ?? { rows: 0, usd: '0', tokens: '0' }
}

/** Whether all purchases of a period are left. */
const hasOnlyPeriod = (filters: TransactionFilters): boolean =>
  Object.entries(filters).every(
    ([name, value]) =>
      name === 'start_date' ||
      name === 'end_date' ||
      value === undefined ||
      (Array.isArray(value) && value.length === 0),
  )

/** All purchases of a period, from the rollups: the time depends on the period, not on the purchases. */
async function sumPeriod(
  db: Db,
  projects: readonly string[],
  { start_date, end_date }: ListPeriod,
): Promise<ListTotal> {
  const none = { rows: 0, usd: '0', tokens: '0' }
  return inSnapshot(db, async (tx) => {
    const bounds = await findBounds(tx, SOURCE.all, projects)
    if (bounds === null) return none
    const start = Math.max(bounds.first, start_date ? Date.parse(start_date) : -Infinity)
    const end = Math.min(bounds.last, end_date ? Date.parse(end_date) : Infinity)
    if (start >= end) return none
    const plan = planRange(start, end, TIME_LEVELS)
    const planned = (source: Source) => plannedRows(source, projects, plan, sumFigures(source))
    const { rows } = await sql<ListTotal>`
      select coalesce(a.n, 0)::bigint as rows, coalesce(p.amount, 0) as usd,
        coalesce(a.amount, 0) as tokens
      from (select sum(n) as n, sum(amount) as amount from (${planned(SOURCE.all)}) x) as a,
        (select sum(amount) as amount from (${planned(SOURCE.purchases)}) x) as p`.execute(tx)
    return rows[0] ?? none
  })
}

/** A filter takes no more values. */
const MAX_FACETS = 1000

/**
 * The names of the projects' stages, payment tokens and keys, each once; stages that are planned come first,
 * in the order of the sale. Read from the index, from one name to the next: the time depends on the names,
 * not on the purchases.
 */
export async function listTransactionFacets(
  db: Db,
  projects: readonly string[],
): Promise<{ stages: string[]; paymentTokens: string[]; keys: string[] }> {
  if (projects.length === 0) return { stages: [], paymentTokens: [], keys: [] }
  const [stages, paymentTokens, keys] = await Promise.all([
    distinctStages(db, projects),
    distinctTokens(db, projects),
    usedKeys(db, projects),
  ])
  return { stages, paymentTokens, keys }
}

/** The names of the keys that have sent one of the purchases. */
async function usedKeys(db: Db, projects: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from ingest_keys as k
    where k.project_id = any(${[...projects]}::text[]) and exists (
      select from transactions as t
      where t.project_id = k.project_id and t.received_key_id = k.id)
    limit ${MAX_FACETS}`.execute(db)
  return rows.map((row) => row.name)
}

/** The stages that are planned in the order of the sale, then names that the plans lack, in natural order. */
async function distinctStages(db: Db, projects: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; is_planned: boolean }>`
    select name, is_planned from (
      select s.name, true as is_planned, s.position, s.project_id from stages as s
      where s.project_id = any(${[...projects]}::text[])
      union all
      select trim(found.name), false, 0, p.id
      from ${projectRows(projects)} cross join lateral (${stagesOfProject()}) as found
      where not exists (select from stage_names as n
        where n.project_id = p.id and n.key = found.key)) as x
    order by is_planned desc, position, project_id`.execute(db)
  const names = new Map<string, string>()
  const ordered = [
    ...rows.filter((row) => row.is_planned),
    ...rows.filter((row) => !row.is_planned).toSorted((a, b) => byName(a.name, b.name)),
  ]
  // The same name in another case is the same stage.
  for (const { name } of ordered) if (!names.has(stageKey(name))) names.set(stageKey(name), name)
  return [...names.values()]
}

async function distinctTokens(db: Db, projects: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name
    from ${projectRows(projects)} cross join lateral (${tokensOfProject()}) as found`.execute(db)
  return rows.map((row) => row.name)
}

/** `key, name`: the payment tokens of the purchases of the project `p.id`, each once, at most 1000. */
export const tokensOfProject = (): RawBuilder<unknown> =>
  nextKeys(sql`t.payment_token_name`, sql`t.payment_token_name`)

/** `key, name`: the stages of the purchases of the project `p.id`, each once, at most 1000. */
export const stagesOfProject = (): RawBuilder<unknown> =>
  nextKeys(sql`stage_key(t.stage_name)`, sql`t.stage_name`)

/** `key, name`: each key once, with the name that its newest purchase has. */
function nextKeys(key: RawBuilder<unknown>, name: RawBuilder<unknown>): RawBuilder<unknown> {
  const next = (after: RawBuilder<unknown>) => sql`
    select ${key} as key, ${name} as name from transactions as t
    where t.project_id = p.id and ${key} is not null ${after}
    order by ${key}, t.created_at desc, t.id desc limit 1`
  return sql`
    with recursive found as (
      (select x.key, x.name, 1 as place from (${next(sql``)}) as x)
      union all
      select x.key, x.name, found.place + 1
      from found cross join lateral (${next(sql`and ${key} > found.key`)}) as x
      where found.place < ${sql.lit(MAX_FACETS)}
    )
    select key, name from found`
}

/** The project of a purchase, or undefined if there is no such purchase. */
export async function findTransactionProject(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('project_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.project_id
}
