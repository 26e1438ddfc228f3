import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { LEVEL, SOURCE } from '#server/db/rollups/definition.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import { HOUR_MS, zoneRules } from '#src/domain/time/zone.ts'
import type { Firing, Span, Watch } from './firing.ts'

/**
 * The same hours of the last four weeks had at least this many purchases together. With fewer, chance
 * alone makes a silence: whenever sales begin in the morning, the present week is the last of five to
 * have its first purchase every fifth time. That it has none while the other four have 28 happens once
 * in 500 times. In the year of the test, one purchase a week found 396 silences that were no outage.
 */
export const LEAST_PURCHASES = 28

const ENOUGH = sql.lit(LEAST_PURCHASES)

/** The grid on which silences are evaluated. */
export const QUIET_STEP_MINUTES = 10

/** A silence can't be noticed later: the same hours of the week before would be within it. */
const LONGEST_MS = 7 * 24 * HOUR_MS
const WEEKS_MS = 4 * LONGEST_MS

/**
 * The silences of `hours` or more in which each of the last four weeks had purchases, together at least
 * LEAST_PURCHASES. A silence is found once, at the first such instant of the grid. The same hours are
 * those of the local clocks in `tz`: buyers sleep by these, also in the week after they are changed.
 *
 * A silence spans empty quarters of an hour, so the sums show where one may be; only its ends are read
 * from the purchases.
 */
export async function findSilences(
  db: Db,
  { projects, hours, tz }: Watch,
  { from, to }: Span,
): Promise<Firing[]> {
  const length = sql`make_interval(hours => ${hours}::integer)`
  const step = sql`make_interval(mins => ${sql.lit(QUIET_STEP_MINUTES)})`
  const earliest = new Date(from.getTime() - LONGEST_MS - (hours ?? 0) * HOUR_MS)
  const clocks = clocksOf(tz, earliest.getTime() - WEEKS_MS, to.getTime())
  const offset = (at: RawBuilder<unknown>) =>
    sql`(select z.ahead from clocks as z where z.since <= ${at} order by z.since desc limit 1)`
  const weekAgo = sql`t.at - weeks.ago * interval '7 days'`
  // Without a change of the clocks, no row needs to look up its offsets.
  const sameHour =
    clocks.length === 1 ? weekAgo : sql`${weekAgo} + (${offset(sql`t.at`)} - ${offset(weekAgo)})`
  /** The purchases of the same hours of each week, at `t.at`. */
  const weeks = (limit = sql``) => sql`generate_series(1, 4) as weeks (ago)
    cross join lateral (select ${sameHour} as at) as same cross join lateral (
      select count(*) as n from (
        select from transactions as b
        where b.project_id = s.project_id and ${whereCounted('b.')}
          and b.created_at > same.at - ${length} and b.created_at <= same.at
        ${limit}) as those) as w`
  const { rows } = await sql<{
    project_id: string
    at: Date
    since: Date
    least: number
    most: number
  }>`
    with clocks as (
      select to_timestamp((c ->> 'since')::float8 / 1000) as since,
        (c ->> 'ahead')::integer * interval '1 millisecond' as ahead
      from jsonb_array_elements(${JSON.stringify(clocks)}::jsonb) as c
    ), quarters as (
      select project_id, bucket, lead(bucket) over (partition by project_id order by bucket) as next
      from time_rollups
      where project_id = any(${[...projects]}::text[]) and source = ${SOURCE.purchases}
        and level = ${LEVEL.quarterHour} and n > 0
        and bucket > ${earliest}::timestamptz - interval '15 minutes' and bucket <= ${to}
    ), silences as (
      select q.project_id, ends.last as since,
        date_bin(${step}, ends.last + ${length} + ${step} - interval '1 microsecond',
          '2000-01-01 00:00Z') as first,
        least(${to}::timestamptz, ends.next - interval '1 microsecond',
          ends.last + ${length} + interval '7 days') as until
      from quarters as q cross join lateral (select
        (select created_at from transactions where project_id = q.project_id
          and ${whereCounted('')} and created_at < q.bucket + interval '15 minutes'
          order by created_at desc limit 1) as last,
        (select created_at from transactions where project_id = q.project_id
          and ${whereCounted('')} and created_at >= q.next
          order by created_at limit 1) as next) as ends
      where coalesce(q.next, ${to}) - q.bucket > ${length} - interval '15 minutes'
        and coalesce(q.next, ${to}) > ${from}::timestamptz - interval '15 minutes'
    )
    select s.project_id, found.at, s.since, exact.least, exact.most
    from silences as s cross join lateral (
      select t.at
      from generate_series(s.first, s.until, ${step}) as t (at)
      cross join lateral (
        select min(w.n) as least, sum(w.n) as total from ${weeks(sql`limit ${ENOUGH}`)}) as c
      where c.least > 0 and c.total >= ${ENOUGH}
      order by t.at limit 1) as found
    cross join lateral (
      select min(w.n)::integer as least, max(w.n)::integer as most
      from (select found.at) as t cross join lateral (select * from ${weeks()}) as w) as exact
    where found.at > ${from}
    order by found.at, s.project_id`.execute(db)
  return rows.map(({ project_id, at, since, least, most }) => ({
    project_id,
    key: `${project_id}:${since.toISOString()}`,
    at,
    data: { hours, since: since.toISOString(), least, most },
  }))
}

/** How far local clocks are ahead of UTC, in ms, since when (epoch ms): at `from`, and each change. */
function clocksOf(tz: string, from: number, to: number): { since: number; ahead: number }[] {
  const rules = zoneRules(tz)
  const clocks = []
  for (let since = from; since <= to; since = rules.nextChange(since, to))
    clocks.push({ since, ahead: rules.offsetAt(since) })
  return clocks
}
