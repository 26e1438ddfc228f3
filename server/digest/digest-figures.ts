import { sumProofs } from '#server/db/chain/proof-sums.ts'
import type { Db } from '#server/db/engine/open.ts'
import { sumDimension, type DimensionSum } from '#server/db/figures/analytics-dimensions.ts'
import { sumTime, type TimeSum } from '#server/db/figures/analytics-time.ts'
import { countStatuses, sumCodes, type CodeSum } from '#server/db/figures/purchase-sums.ts'
import { SOURCE, type Dimension } from '#server/db/rollups/definition.ts'
import { unnamedLabels } from '#src/domain/countries/countries.ts'
import { matchCountries } from '#src/domain/countries/country-matching.ts'
import { sumUsd } from '#src/domain/money/money.ts'
import { toRankedRows, type RankedItem, type RankedRow } from '#src/domain/money/ranked-rows.ts'
import { byCountry, byLabel } from '#src/domain/money/ranked-rules.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'

/** USD rounded to cents, and the number of completed purchases. */
export interface Figures {
  amount: number
  count: number
}
/** A figure of the period, and of the one before. */
export interface Compared<Figure> {
  now: Figure
  before: Figure
}

export interface DigestFigures {
  registrations: Compared<number>
  /** Null for a role that sees no money. */
  money: {
    total: Compared<Figures>
    /** Every project with a purchase in one of the periods, the largest amount first. */
    projects: ({ project: string } & Compared<Figures>)[]
    /** The largest, as in Home's cards. */
    sources: RankedRow[]
    countries: RankedRow[]
    codes: CodeSum[]
    /** Purchases that failed or expired. */
    failures: Compared<{ failed: number; expired: number }>
    /** What the chains say now, of all times; null without a connected chain. */
    proofs: { differs: Figures; openPayments: number } | null
  } | null
}

const TOP = 5

/**
 * The figures of a digest: the same sums as Home shows for these projects and this range, with nothing
 * excluded.
 * @param seesMoney whether the person's role sees purchases
 */
export async function readDigestFigures(
  db: Db,
  projects: readonly string[],
  { range, before }: { range: TimeRange; before: TimeRange },
  seesMoney: boolean,
): Promise<DigestFigures> {
  const inBoth = async <Part>(read: (range: TimeRange) => Promise<Part>) => ({
    now: await read(range),
    before: await read(before),
  })
  const registered = async (of: TimeRange) =>
    (await sumTime(db, SOURCE.registrations, projects, of)).reduce((sum, { n }) => sum + n, 0)
  const registrations = await inBoth(registered)
  if (!seesMoney) return { registrations, money: null }
  const purchases = await inBoth((of) => sumTime(db, SOURCE.purchases, projects, of))
  return {
    registrations,
    money: {
      total: { now: totalOf(purchases.now), before: totalOf(purchases.before) },
      projects: compareProjects(purchases),
      sources: await topRows(db, 'channel', projects, range),
      countries: await topRows(db, 'country', projects, range),
      codes: await sumCodes(db, projects, range, TOP),
      failures: await inBoth(async (of) => {
        const counts = await countStatuses(db, projects, of)
        return { failed: counts.get('failed') ?? 0, expired: counts.get('expired') ?? 0 }
      }),
      proofs: await readProofs(db, projects),
    },
  }
}

const ALL_TIME: TimeRange = { start: Date.parse('0001-01-01'), end: Date.parse('9999-12-31') }

async function readProofs(db: Db, projects: readonly string[]) {
  const sums = (await sumProofs(db, projects, ALL_TIME)).filter((of) => of.is_connected)
  if (sums.length === 0) return null
  return {
    differs: {
      amount: sumUsd(sums.map((of) => Number(of.differs_usd))),
      count: sums.reduce((sum, { differs }) => sum + differs, 0),
    },
    openPayments: sums.reduce((sum, of) => sum + of.open_payments, 0),
  }
}

const figuresOf = ({ n, amount }: TimeSum): Figures => ({ amount: Number(amount), count: n })
const NONE: Figures = { amount: 0, count: 0 }

function totalOf(rows: readonly TimeSum[]): Figures {
  return {
    amount: sumUsd(rows.map(({ amount }) => Number(amount))),
    count: rows.reduce((sum, { n }) => sum + n, 0),
  }
}

function compareProjects({ now, before }: Compared<TimeSum[]>) {
  const projects = [...new Set([...now, ...before].map(({ project_id }) => project_id))]
  const of = (rows: TimeSum[], project: string) => {
    const row = rows.find(({ project_id }) => project_id === project)
    return row ? figuresOf(row) : NONE
  }
  return projects
    .map((project) => ({ project, now: of(now, project), before: of(before, project) }))
    .toSorted((a, b) => b.now.amount - a.now.amount || a.project.localeCompare(b.project))
}

/** The largest rows of a ranking, grouped as Home groups them. */
async function topRows(
  db: Db,
  dimension: Extract<Dimension, 'country' | 'channel'>,
  projects: readonly string[],
  range: TimeRange,
): Promise<RankedRow[]> {
  const sums = await sumDimension(db, dimension, ['k1'], projects, range)
  const labelOf = dimension === 'country' ? await countryLabels(sums) : ({ k1 }: DimensionSum) => k1
  const items = sums.map((sum): RankedItem => ({
    project: sum.project_id,
    label: labelOf(sum),
    amount: Number(sum.amount),
    count: sum.n,
  }))
  const rule = dimension === 'country' ? byCountry : byLabel
  return toRankedRows(items, rule, 'amount', false).slice(0, TOP)
}

/** Other names and misspelled ones count as the country's code, as on Home. */
async function countryLabels(sums: readonly DimensionSum[]) {
  const unnamed = unnamedLabels(sums.map(({ k1 }) => k1))
  const matches = unnamed.size === 0 ? null : await matchCountries(unnamed)
  return ({ k1 }: DimensionSum) => matches?.get(k1)?.alpha2 ?? k1
}
