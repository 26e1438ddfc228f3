import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { Unit } from '#src/domain/time/calendar.ts'

// The expected result of every analytics call, computed with plain SQL over the raw rows. It uses
// none of the server's rollups, query plans or zone arithmetic.

export interface Question {
  projects: readonly string[]
  /** ISO; included */
  start: string
  /** ISO; excluded */
  end: string
  unit: Unit
  /** an IANA zone, or an offset such as +05:45 */
  zone: string
}

/** The expected result by project; the order of rows is not defined. */
export type Expected = Record<string, unknown>

const RANGE = (q: Question) => sql`project_id = any(${q.projects})
  and created_at >= ${q.start}::timestamptz and created_at < ${q.end}::timestamptz`
const BOUGHT = (q: Question) => sql`${RANGE(q)} and status = 'completed' and voided_at is null`

/** The start of the bucket of a row, in milliseconds since 1970. */
function bucket({ unit, zone }: Question) {
  if (/^[+-]/.test(zone)) {
    // PostgreSQL reads '+02:00' as west of Greenwich (POSIX); an interval is unambiguous.
    const ahead = sql`${zone.replace('+', '')}::interval`
    return sql<number>`(extract(epoch from
      date_trunc(${unit}, (created_at at time zone 'UTC') + ${ahead}) - ${ahead}) * 1000)::bigint`
  }
  // These zones change by whole hours, so an hour in UTC is also an hour in local time.
  if (unit === 'hour')
    return sql<number>`(extract(epoch from date_trunc('hour', created_at)) * 1000)::bigint`
  return sql<number>`(extract(epoch from
    date_trunc(${unit}, created_at at time zone ${zone}) at time zone ${zone}) * 1000)::bigint`
}

async function rowsOf<Row>(
  db: Db,
  query: ReturnType<typeof sql>,
): Promise<(Row & { project_id: string })[]> {
  const { rows } = await query.execute(db)
  // The query's own columns.
  return rows as (Row & { project_id: string })[]
}

function group<Row extends { project_id: string }>(
  q: Question,
  rows: readonly Row[],
  present: (rows: readonly Row[]) => unknown,
): Expected {
  return Object.fromEntries(
    q.projects.map((project) => [
      project,
      present(rows.filter(({ project_id }) => project_id === project)),
    ]),
  )
}

interface Sums {
  n: number
  amount: string
}
const purchaseSums = ({ n, amount }: Sums) => ({
  total_transactions: n,
  total_amount: Number(amount),
})
const payoutSums = ({ n, amount }: Sums) => ({
  total_referrals: n,
  total_amount_before_gas: Number(amount),
})
const registrationSums = ({ n }: Sums) => ({ total_registrations: n })

const PURCHASES = sql`transactions`
const SUMS = sql`count(*) as n, round(sum(payment_usd_amount), 2) as amount`

async function totals(db: Db, q: Question, table: 'transactions' | 'referral_payouts' | 'wallets') {
  if (table === 'transactions')
    return rowsOf<Sums>(
      db,
      sql`select project_id, ${SUMS} from transactions where ${BOUGHT(q)} group by 1`,
    )
  const amount = table === 'wallets' ? sql`0` : sql`round(sum(amount_before_gas), 2)`
  return rowsOf<Sums>(
    db,
    sql`select project_id, count(*) as n, ${amount} as amount from ${sql.table(table)} where ${RANGE(q)} group by 1`,
  )
}

async function records(
  db: Db,
  q: Question,
  table: 'transactions' | 'referral_payouts' | 'wallets',
) {
  const amount = {
    transactions: sql`round(sum(payment_usd_amount), 2)`,
    referral_payouts: sql`round(sum(amount_before_gas), 2)`,
    wallets: sql`0`,
  }[table]
  return rowsOf<Sums & { at: number }>(
    db,
    sql`select project_id, ${bucket(q)} as at, count(*) as n, ${amount} as amount
      from ${sql.table(table)} where ${table === 'transactions' ? BOUGHT(q) : RANGE(q)} group by 1, 2`,
  )
}

const labelled = (column: string) => sql`coalesce(nullif(${sql.ref(column)}, ''), 'unknown')`

async function ranked(db: Db, q: Question, columns: Record<string, string>): Promise<Expected> {
  const names = Object.keys(columns)
  const keys = sql.join(
    Object.entries(columns).map(([name, column]) => sql`${labelled(column)} as ${sql.ref(name)}`),
  )
  const rows = await rowsOf<Sums & Record<string, unknown>>(
    db,
    sql`select project_id, ${keys}, ${SUMS} from ${PURCHASES} where ${BOUGHT(q)}
      group by ${sql.join([1, ...names.map((_, place) => place + 2)].map((place) => sql.lit(place)))}`,
  )
  return group(q, rows, (own) =>
    own.map((row) => ({
      ...Object.fromEntries(names.map((name) => [name, row[name]])),
      ...purchaseSums(row),
    })),
  )
}

async function deposits(db: Db, q: Question): Promise<Expected> {
  const rows = await rowsOf<Record<'total' | 'first' | 'second' | 'third' | 'more', number>>(
    db,
    sql`
    select project_id, count(*) as total, count(*) filter (where place = 1) as first,
      count(*) filter (where place = 2) as second, count(*) filter (where place = 3) as third,
      count(*) filter (where place > 3) as more
    from (
      select *, row_number() over (
        partition by project_id, wallet_address order by created_at, id) as place
      from transactions where status = 'completed' and voided_at is null) t
    where ${BOUGHT(q)} group by 1`,
  )
  return group(q, rows, (own) =>
    own.map(({ total, first, second, third, more }) => ({
      total,
      first_time_deposits: first,
      second_time_deposits: second,
      third_time_deposits: third,
      additional_deposits: more,
    })),
  )
}

async function conversions(db: Db, q: Question): Promise<Expected> {
  const rows = await rowsOf<{ n: number; converted: number }>(
    db,
    sql`select project_id, count(*) as n, count(*) filter (where exists (select from transactions t
        where t.project_id = wallets.project_id and t.wallet_address = wallets.wallet_address
        and t.status = 'completed' and t.voided_at is null)) as converted from wallets where ${RANGE(q)} group by 1`,
  )
  return group(q, rows, (own) => ({
    registrations: own.map(({ n }) => ({ total_registrations: n })),
    converted_users: own[0]?.converted ?? 0,
  }))
}

/** The expected result of every analytics call, by path. Graph dates are milliseconds (`at`). */
export const EXPECTED: Record<string, (db: Db, q: Question) => Promise<Expected>> = {
  '/transactions/summary': async (db, q) =>
    group(q, await totals(db, q, 'transactions'), (own) => own.map(purchaseSums)),
  '/transactions/records': async (db, q) =>
    group(q, await records(db, q, 'transactions'), (own) =>
      own.map((row) => ({ at: row.at, ...purchaseSums(row) })),
    ),
  '/referrals/summary': async (db, q) =>
    group(q, await totals(db, q, 'referral_payouts'), (own) => own.map(payoutSums)),
  '/referrals': async (db, q) =>
    group(q, await records(db, q, 'referral_payouts'), (own) =>
      own.map((row) => ({ at: row.at, ...payoutSums(row) })),
    ),
  '/registrations/summary': async (db, q) =>
    group(q, await totals(db, q, 'wallets'), (own) => own.map(registrationSums)),
  '/registrations': async (db, q) =>
    group(q, await records(db, q, 'wallets'), (own) =>
      own.map((row) => ({ at: row.at, ...registrationSums(row) })),
    ),
  '/registrations/conversions': conversions,
  '/countries/summary': (db, q) => ranked(db, q, { country: 'country' }),
  '/currencies/summary': (db, q) => ranked(db, q, { currency: 'payment_token_name' }),
  '/referrers/summary': (db, q) => ranked(db, q, { referrer: 'referrer' }),
  '/utm/summary': (db, q) => ranked(db, q, { utm_source: 'utm_source' }),
  '/utm-plus/summary': (db, q) =>
    ranked(db, q, { utm_source: 'utm_source', utm_medium: 'utm_medium', country: 'country' }),
  '/deposits/summary': deposits,
}

/** The query string that requests this result. */
export function toQueryString({ projects, start, end, unit, zone }: Question): string {
  const params = new URLSearchParams({ start_date: start, end_date: end, unit })
  params.set(/^[+-]/.test(zone) ? 'timezone' : 'tz', zone)
  for (const project of projects) params.append('projects', project)
  return params.toString()
}

/** Sorts rows and converts dates to instants, so that a response can be compared with the expected result. */
export function comparable(answer: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answer).map(([project, value]) => [
      project,
      Array.isArray(value) ? value.map(toComparableRow).toSorted() : value,
    ]),
  )
}

function toComparableRow(row: Record<string, unknown>): string {
  const { date, ...rest } = row
  const entries = Object.entries(
    typeof date === 'string' ? { ...rest, at: Date.parse(date) } : rest,
  )
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
