import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { ResolvedQuery } from '#src/figures/period-request.ts'

// The figures that Home must show, computed with plain SQL over the raw rows, in whole cents of any
// size. It uses neither the server's rollups nor the app's arithmetic.

export interface Exact {
  cents: bigint
  count: number
}
export interface ExpectedRow extends Exact {
  project: string
  /** Start of the row's bucket, in milliseconds. */
  at: number
  labels: string[]
}

const AMOUNTS = {
  transactions: 'payment_usd_amount',
  referral_payouts: 'amount_before_gas',
} as const
export type Table = keyof typeof AMOUNTS | 'wallets'

const range = ({ projects, range: { start, end } }: ResolvedQuery) =>
  sql`project_id = any(${projects}) and created_at >= ${new Date(start).toISOString()}::timestamptz
    and created_at < ${new Date(end).toISOString()}::timestamptz`

function bucket({ unit, zone }: ResolvedQuery) {
  const local = sql`created_at at time zone ${zone}`
  // A local hour may occur twice, so minutes are truncated on the instant.
  return unit === 'hour'
    ? sql`created_at - ((${local}) - date_trunc('hour', ${local}))`
    : sql`date_trunc(${unit}, ${local}) at time zone ${zone}`
}

/** Sums by project, optionally by bucket, and by labels (a missing one is "unknown"); each rounded to cents. */
export async function expectedRows(
  db: Db,
  resolvedQuery: ResolvedQuery,
  table: Table,
  { byBucket = false, columns = [] }: { byBucket?: boolean; columns?: readonly string[] } = {},
): Promise<ExpectedRow[]> {
  const amount = table === 'wallets' ? sql`0` : sql.ref(AMOUNTS[table])
  const labels =
    columns.length > 0
      ? sql`array[${sql.join(columns.map((name) => sql`coalesce(nullif(${sql.ref(name)}, ''), 'unknown')`))}]`
      : sql`'{}'::text[]`
  const { rows } = await sql<{
    project: string
    at: number
    labels: string[]
    cents: string
    count: number
  }>`
    select project, at, labels, round(sum(amount) * 100)::text as cents, count(*) as count from (
      select project_id as project, ${amount} as amount, ${labels} as labels,
        ${byBucket ? sql`(extract(epoch from ${bucket(resolvedQuery)}) * 1000)::bigint` : sql`0`} as at
      from ${sql.table(table)}
      where ${range(resolvedQuery)} ${table === 'transactions' ? sql`and status = 'completed' and voided_at is null` : sql``}) t
    group by 1, 2, 3`.execute(db)
  return rows.map(({ cents, ...row }) => ({
    ...row,
    cents: BigInt(cents),
  }))
}

/** First, second and additional deposits by project. */
export async function expectedDeposits(
  db: Db,
  resolvedQuery: ResolvedQuery,
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ project: string; place: number; count: number }>`
    select project_id as project, least(place, 3) as place, count(*) as count from (
      select project_id, created_at, row_number() over (
        partition by project_id, wallet_address order by created_at, id) as place
      from transactions where status = 'completed' and voided_at is null) t
    where ${range(resolvedQuery)} group by 1, 2`.execute(db)
  const found = new Map(resolvedQuery.projects.map((project) => [project, [0, 0, 0]]))
  for (const { project, place, count } of rows) {
    const counts = found.get(project)
    if (counts) counts[place - 1] = count
  }
  return found
}

/** Registered wallets, and those among them that ever bought. */
export async function expectedConversions(db: Db, resolvedQuery: ResolvedQuery) {
  const { rows } = await sql<{ total: number; converted: number }>`
    select count(*) as total, count(*) filter (where exists (select from transactions t
      where t.project_id = wallets.project_id and t.wallet_address = wallets.wallet_address
      and t.status = 'completed' and t.voided_at is null)) as converted from wallets where ${range(resolvedQuery)}`.execute(
    db,
  )
  return rows[0] ?? { total: 0, converted: 0 }
}

/** Sums rows by name. */
export function sumBy<Row extends Exact, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, Exact> {
  const sums = new Map<Key, Exact>()
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? { cents: 0n, count: 0 }
    sums.set(keyOf(row), { cents: sum.cents + row.cents, count: sum.count + row.count })
  }
  return sums
}

export function total(rows: readonly Exact[]): Exact {
  return sumBy(rows, () => '').get('') ?? { cents: 0n, count: 0 }
}
