import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { projectRows } from '#server/db/rollups/pieces.ts'
import type { TransactionRow } from '#server/db/schema/schema.ts'
import {
  TRANSACTION_STATUSES,
  type SortOrder,
  type TransactionSort,
  type TransactionStatus,
} from '#src/wire/transactions.ts'
import { hexCondition } from './hex-condition.ts'
import { listPage, type PageRequest } from './list-page.ts'

export const TRANSACTION_COLUMNS = [
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
  'voided_at',
  'voided_by',
  'void_reason',
] as const

/** A row of the list; amounts are exact decimal strings. */
export type TransactionListRow = Pick<TransactionRow, (typeof TRANSACTION_COLUMNS)[number]>

export interface TransactionFilters {
  /** Complete or in part, and in any case, as the address. */
  hash?: string | undefined
  walletAddress?: string | undefined
  /** The id that the presale site gave it. */
  sourceId?: string | undefined
  /** Alternatives, each list; an empty one is no filter. */
  status?: readonly TransactionStatus[]
  stage?: readonly string[]
  paymentToken?: readonly string[]
  sort?: TransactionSort
  order?: SortOrder
}

/** Planning a branch takes about 0.05 ms, so more of them take longer than they save. */
const MAX_BRANCHES = 100

/** One page of the projects' purchases, newest first unless ordered otherwise. */
export function listTransactions(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  { hash, walletAddress, sourceId, sort, order, ...filters }: TransactionFilters,
): Promise<TransactionListRow[]> {
  const byHash = hash ? sql`and ${hexCondition('transaction_hash', hash)}` : sql``
  const byWallet = walletAddress ? sql`and ${hexCondition('wallet_address', walletAddress)}` : sql``
  const bySource = sourceId === undefined ? sql`` : sql`and source_id = ${sourceId}`
  const chosen = chosenValues(filters)
  // The index of a filter has its rows by value, and within a value by time: several values need a
  // branch each. Within one wallet or hash there is little to read, and no filter has an index by
  // amount.
  const canBranch = !hash && !walletAddress && sort !== 'payment_usd_amount'
  const branching = chosen
    .filter(({ values }) => canBranch && values.length * projects.length <= MAX_BRANCHES)
    .toSorted((a, b) => a.values.length - b.values.length)
    .find(({ values }) => values.length > 1)
  const others = chosen
    .filter((filter) => filter !== branching)
    .map(({ column, values }) => sql`and ${isOneOf(column, values)}`)
  const where = sql.join([byHash, byWallet, bySource, ...others], sql` `)
  const alternatives = branching?.values.map(
    (value) => sql`and ${sql.ref(branching.column)} = ${value}`,
  )
  return listPage(db, 'transactions', TRANSACTION_COLUMNS, projects, page, {
    where,
    ...(alternatives && { alternatives }),
    sort,
    order,
  })
}

/**
 * A single value keeps the order of an index behind the column. Several are one parameter, because each
 * branch repeats it and a statement has at most 65,535.
 */
function isOneOf(column: string, values: readonly string[]): RawBuilder<unknown> {
  return values.length === 1
    ? sql`${sql.ref(column)} = ${values[0]}`
    : sql`${sql.ref(column)} = any(${[...values]}::text[])`
}

/** The filters that leave something out, each value once. */
function chosenValues({ status = [], stage = [], paymentToken = [] }: TransactionFilters) {
  const statuses = new Set(status)
  const isEveryStatus = statuses.size === TRANSACTION_STATUSES.length
  return [
    { column: 'status', values: isEveryStatus ? [] : [...statuses] },
    { column: 'stage_name', values: [...new Set(stage)] },
    { column: 'payment_token_name', values: [...new Set(paymentToken)] },
  ].filter(({ values }) => values.length > 0)
}

/** A filter takes no more values. */
const MAX_FACETS = 1000

/**
 * The names of the projects' stages and payment tokens, each once, in no order. Read from the index,
 * from one name to the next: the time depends on the names, not on the purchases.
 */
export async function listTransactionFacets(
  db: Db,
  projects: readonly string[],
): Promise<{ stages: string[]; paymentTokens: string[] }> {
  if (projects.length === 0) return { stages: [], paymentTokens: [] }
  const [stages, paymentTokens] = await Promise.all([
    distinctNames(db, 'stage_name', projects),
    distinctNames(db, 'payment_token_name', projects),
  ])
  return { stages, paymentTokens }
}

async function distinctNames(
  db: Db,
  column: 'stage_name' | 'payment_token_name',
  projects: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name
    from ${projectRows(projects)} cross join lateral (${namesOfProject(column)}) as found`.execute(
    db,
  )
  return rows.map((row) => row.name)
}

/** `name`: the stages or payment tokens of the project `p.id`, each once, at most 1000. */
export function namesOfProject(column: 'stage_name' | 'payment_token_name'): RawBuilder<unknown> {
  const name = sql.ref(`t.${column}`)
  const next = (after: RawBuilder<unknown>) => sql`(
    select ${name} from transactions as t
    where t.project_id = p.id and ${name} is not null ${after}
    order by ${name} limit 1)`
  return sql`
    with recursive names as (
      select ${next(sql``)} as name, 1 as place
      union all
      select ${next(sql`and ${name} > names.name`)}, place + 1 from names
      where names.name is not null and place < ${sql.lit(MAX_FACETS)}
    )
    select name from names where name is not null`
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
