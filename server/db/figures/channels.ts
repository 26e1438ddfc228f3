import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { DIMENSIONS } from '#server/db/rollups/definition.ts'
import {
  planSums,
  type DimensionFigure,
  type DimensionSums,
  type Key,
} from '#server/db/rollups/dimension-parts.ts'
import { projectRows, whereCounted } from '#server/db/rollups/pieces.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import { MAX_COUNTED_PURCHASES } from '#src/wire/analytics.ts'
import { CONVERSION_DAYS, MAX_CHANNELS } from '#src/wire/channels.ts'
import { sumPurchases } from './analytics-time.ts'

/** Figures of one project by source and medium, or of one of these by country. */
export interface ChannelSum {
  project_id: string
  k1: string
  k2: string
  k3: string
  purchases: number
  /** Null if there are too many purchases to count them. */
  buyers: number | null
  new_buyers: number
  second_purchases: number
  /** USD: the exact sum, rounded to cents */
  amount: string
  registrations: number
  registrations_7_days_old: number
  converted_within_7_days: number
}

/** A source and medium, as the labels of the rollups. */
export interface ChannelKeys {
  k1: string
  k2: string
}

/**
 * Purchases by their own source and medium and registrations by that of the wallet, the most USD of
 * each project first.
 * @param only the countries of this source and medium instead
 */
export async function sumChannels(
  db: Db,
  projects: readonly string[],
  range: TimeRange,
  now: Date,
  only?: ChannelKeys,
): Promise<ChannelSum[]> {
  if (projects.length === 0) return []
  const by: readonly Key[] = only ? ['k3'] : ['k1', 'k2']
  const of = { by, ...(only ? { only } : {}) }
  const isOld = { ...range, end: Math.min(range.end, now.getTime() - CONVERSION_DAYS * DAY_MS) }
  return inSnapshot(db, async (tx) => {
    const sum = (dimension: DimensionSums['dimension'], figures: DimensionFigure[], part = range) =>
      sumKeys(tx, { ...of, dimension, figures }, projects, part)
    const rows = new Map<string, ChannelSum>()
    const rowOf = ({ project_id, k1 = '', k2 = '', k3 = '' }: KeySums) => {
      const key = JSON.stringify([project_id, k1, k2, k3])
      const row = rows.get(key) ?? { ...NOTHING, project_id, k1, k2, k3 }
      rows.set(key, row)
      return row
    }
    const purchases = await sum(only ? 'utm_plus' : 'channel', [
      'n',
      'amount',
      'first_deposits',
      'second_deposits',
    ])
    for (const one of purchases) {
      const { n, amount, first_deposits, second_deposits } = one
      Object.assign(rowOf(one), {
        purchases: n,
        amount,
        new_buyers: first_deposits,
        second_purchases: second_deposits,
      })
    }
    const bought = (await sumPurchases(tx, projects, range)).reduce((total, { n }) => total + n, 0)
    const isCounted = bought <= MAX_COUNTED_PURCHASES
    const buyers = isCounted ? await countBuyers(tx, of, projects, range) : []
    for (const one of buyers) rowOf(one).buyers = one.n
    const old = await sum('registration_channel', ['n', 'amount'], isOld)
    const all = isOld.end === range.end ? old : await sum('registration_channel', ['n'])
    for (const one of all) rowOf(one).registrations = one.n
    for (const one of old) {
      rowOf(one).registrations_7_days_old = one.n
      rowOf(one).converted_within_7_days = Number(one.amount)
    }
    const found = [...rows.values()].map((row) => (isCounted ? row : { ...row, buyers: null }))
    return projects.flatMap((project) =>
      withOthers(found.filter(({ project_id }) => project_id === project).toSorted(mostUsdFirst)),
    )
  })
}

/** Visitors choose the labels, so there can be very many of them: the last are one row. */
function withOthers(rows: ChannelSum[]): ChannelSum[] {
  const [first, ...others] = rows.slice(MAX_CHANNELS)
  if (first === undefined) return rows
  const other = { ...first, k1: 'other', k2: 'other', k3: 'other', buyers: null }
  for (const row of others) {
    other.purchases += row.purchases
    other.new_buyers += row.new_buyers
    other.second_purchases += row.second_purchases
    other.amount = addDecimals(other.amount, row.amount)
    other.registrations += row.registrations
    other.registrations_7_days_old += row.registrations_7_days_old
    other.converted_within_7_days += row.converted_within_7_days
  }
  return [...rows.slice(0, MAX_CHANNELS), other]
}

const NOTHING = {
  purchases: 0,
  buyers: 0,
  new_buyers: 0,
  second_purchases: 0,
  amount: '0',
  registrations: 0,
  registrations_7_days_old: 0,
  converted_within_7_days: 0,
}

const mostUsdFirst = (a: ChannelSum, b: ChannelSum) =>
  Number(b.amount) - Number(a.amount) ||
  b.purchases - a.purchases ||
  b.registrations - a.registrations ||
  compareText(a.k1, b.k1) ||
  compareText(a.k2, b.k2) ||
  compareText(a.k3, b.k3)

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The keys that stay apart are present. */
interface KeySums {
  project_id: string
  k1?: string
  k2?: string
  k3?: string
  n: number
  amount?: string
  first_deposits?: number
  second_deposits?: number
}

async function sumKeys(
  tx: Tx,
  sums: DimensionSums,
  projects: readonly string[],
  range: TimeRange,
): Promise<KeySums[]> {
  const planned = await planSums(tx, sums, projects, range)
  if (planned === null) return []
  const columns = [...sums.by, ...sums.figures].map((name) =>
    name === 'amount' ? sql`round(x.amount, 2) as amount` : sql.ref(`x.${name}`),
  )
  const { rows } = await sql<KeySums>`
    select p.id as project_id, ${sql.join(columns)}
    from ${projectRows(projects)} cross join lateral (${planned.rows}) x`.execute(tx)
  return rows
}

/** The number of distinct wallets with a purchase. No sum of parts gives it, so it reads the purchases. */
async function countBuyers(
  tx: Tx,
  { by, only }: Pick<DimensionSums, 'by' | 'only'>,
  projects: readonly string[],
  { start, end }: TimeRange,
): Promise<KeySums[]> {
  const label = new Map(DIMENSIONS.utm_plus.keys.map((of, place) => [`k${place + 1}`, sql.raw(of)]))
  const keys = sql.join(by.map((key) => sql`${label.get(key)} as ${sql.ref(key)}`))
  const isOnly = Object.entries(only ?? {}).map(
    ([key, value]) => sql` and ${label.get(key)} = ${value}`,
  )
  const names = sql.join(by.map((key) => sql.ref(key)))
  const { rows } = await sql<KeySums>`
    select project_id, ${names}, count(*) as n
    from (
      select distinct project_id, ${keys}, wallet_address from transactions
      where project_id = any(${[...projects]}::text[])
        and created_at >= ${new Date(start)} and created_at < ${new Date(end)}
        and ${whereCounted('')}${sql.join([sql``, ...isOnly], sql``)}) x
    group by project_id, ${names}`.execute(tx)
  return rows
}
