import { visibleProjects } from '#server/auth/access.ts'
import {
  sumBuckets,
  sumTime,
  type BucketSum,
  type TimeSum,
} from '#server/db/figures/analytics-time.ts'
import { SOURCE, type Source } from '#server/db/rollups/definition.ts'
import { invalidInput } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { isoWithOffset } from '#src/domain/time/calendar.ts'
import { autoUnit, countBuckets, MAX_BUCKETS } from '#src/domain/time/time-units.ts'
import { canonicalZone } from '#src/domain/time/zone.ts'
import { EARLIEST_STORED, LATEST_STORED } from '#src/wire/primitives.ts'

/** Graphs over time, their totals, and conversions. */
export function graphRoutes(api: Api): void {
  route(api, 'listTransactionRecords', (context) => records(context, SOURCE.purchases, purchases))
  route(api, 'getTransactionSummary', (context) => summary(context, SOURCE.purchases, purchases))
  route(api, 'listReferralRecords', (context) => records(context, SOURCE.payouts, payouts))
  route(api, 'getReferralSummary', (context) => summary(context, SOURCE.payouts, payouts))
  route(api, 'listRegistrationRecords', (context) =>
    records(context, SOURCE.registrations, registrations),
  )
  route(api, 'getRegistrationSummary', (context) =>
    summary(context, SOURCE.registrations, registrations),
  )

  route(api, 'getConversions', async ({ actor, db, readDb, query }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await sumTime(readDb, SOURCE.registrations, projects, toRange(query))
    return byProject(projects, rows, (own) => ({
      registrations: own.map(registrations),
      converted_users: Number(own[0]?.amount ?? 0),
    }))
  })
}

type RecordsCall = 'listTransactionRecords' | 'listReferralRecords' | 'listRegistrationRecords'
type SummaryCall = 'getTransactionSummary' | 'getReferralSummary' | 'getRegistrationSummary'

const purchases = ({ n, amount }: TimeSum) => ({
  total_transactions: n,
  total_amount: Number(amount),
})
const payouts = ({ n, amount }: TimeSum) => ({
  total_referrals: n,
  total_amount_before_gas: Number(amount),
})
const registrations = ({ n }: TimeSum) => ({ total_registrations: n })

/** The zone of a request: `tz` if the runtime knows it, else the fixed offset, else UTC. */
export function requestedZone({
  timezone,
  tz,
}: {
  timezone?: string | undefined
  tz?: string | undefined
}) {
  return (tz ? canonicalZone(tz) : null) ?? timezone ?? '+00:00'
}

async function records<Row extends object>(
  { actor, db, readDb, query }: Context<RecordsCall>,
  source: Source,
  present: (row: BucketSum) => Row,
) {
  const range = toRange(query)
  const zone = requestedZone(query)
  const unit = query.unit ?? autoUnit(range, zone)
  if (countBuckets(range, unit, zone) > MAX_BUCKETS) {
    throw invalidInput('query.unit', `Must make at most ${MAX_BUCKETS} buckets of the range`)
  }
  const projects = await visibleProjects(db, actor, query.projects)
  const rows = await sumBuckets(readDb, source, projects, range, unit, zone)
  const dateOf = formatOnce((at) => isoWithOffset(at, zone))
  return byProject(projects, rows, (own) =>
    own.map((row) => ({ date: dateOf(row.at), ...present(row) })),
  )
}

/** The projects have the same buckets, and to format a date takes longer than all else of a row. */
function formatOnce(format: (at: number) => string): (at: number) => string {
  const dates = new Map<number, string>()
  return (at) => {
    const date = dates.get(at) ?? format(at)
    dates.set(at, date)
    return date
  }
}

async function summary<Row extends object>(
  { actor, db, readDb, query }: Context<SummaryCall>,
  source: Source,
  present: (row: TimeSum) => Row,
) {
  const projects = await visibleProjects(db, actor, query.projects)
  const rows = await sumTime(readDb, source, projects, toRange(query))
  return byProject(projects, rows, (own) => own.map(present))
}

/**
 * The range of a request: from `start_date`, inclusive, to `end_date`, exclusive. It ends where instants
 * can be stored: PostgreSQL refuses a year 0.
 */
export function toRange(query: { start_date: string; end_date: string }): TimeRange {
  const stored = (instant: string) =>
    Math.min(Math.max(Date.parse(instant), EARLIEST_STORED), LATEST_STORED)
  return { start: stored(query.start_date), end: stored(query.end_date) }
}

/** One entry per requested project, in the requested order, also for projects without rows. */
export function byProject<Row extends { project_id: string }, Entry>(
  projects: readonly string[],
  rows: readonly Row[],
  present: (own: readonly Row[]) => Entry,
): Record<string, Entry> {
  const rowsOf = new Map<string, Row[]>(projects.map((project) => [project, []]))
  for (const row of rows) rowsOf.get(row.project_id)?.push(row)
  return Object.fromEntries([...rowsOf].map(([project, list]) => [project, present(list)]))
}
