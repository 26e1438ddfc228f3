import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { HOUR_MS, MINUTE_MS } from '#src/domain/time/zone.ts'
import type { Firing, Span, Watch } from './firing.ts'

/** The grid on which the last hour is evaluated. */
export const EPISODE_STEP_MINUTES = 5
/** An episode ends after an hour without a bad instant. */
const EPISODE_GAP_MS = HOUR_MS

const STEPS = EPISODE_GAP_MS / (EPISODE_STEP_MINUTES * MINUTE_MS)
const LEAST_ENDED = 20

interface Measure {
  /** Rows of project_id, at, n and bad, of which those after `since` and up to `to` matter. */
  rows: (since: Date, to: Date, projects: readonly string[]) => RawBuilder<unknown>
  /** Whether the sums `n` and `bad` of an hour are bad. */
  isBad: (threshold: string | null) => RawBuilder<boolean>
  data: (sums: { n: number; bad: number }) => Record<string, unknown>
}

/**
 * The instants of the grid at which an hour became bad, after an hour of instants that were not: the
 * first of each episode.
 */
async function findEpisodes(
  db: Db,
  { projects, threshold }: Watch,
  { from, to }: Span,
  { rows: rowsOf, isBad, data }: Measure,
): Promise<Firing[]> {
  const step = sql`make_interval(mins => ${sql.lit(EPISODE_STEP_MINUTES)})`
  const ceiling = (at: RawBuilder<unknown>) =>
    sql`date_bin(${step}, ${at} + ${step} - interval '1 microsecond', '2000-01-01 00:00Z')`
  // The first instant needs an hour of instants before it, and each of these an hour of rows.
  const first = new Date(from.getTime() - EPISODE_GAP_MS)
  const since = new Date(first.getTime() - HOUR_MS)
  const { rows } = await sql<{ project_id: string; at: Date; n: number; bad: number }>`
    with counted as (
      select x.project_id, ${ceiling(sql`x.at`)} as at, sum(x.n) as n, sum(x.bad) as bad
      from (${rowsOf(since, to, [...projects])}) as x group by 1, 2
    ), hours as (
      select p.id as project_id, g.at,
        sum(c.n) over last_hour as n, sum(c.bad) over last_hour as bad
      from (select distinct project_id as id from counted) as p
      cross join generate_series(${ceiling(sql`${since}::timestamptz`)}, ${to}::timestamptz, ${step})
        as g (at)
      left join counted as c on c.project_id = p.id and c.at = g.at
      window last_hour as (partition by p.id order by g.at
        rows between ${sql.lit(STEPS - 1)} preceding and current row)
    ), rated as (
      select project_id, at, n, bad, coalesce(${isBad(threshold)}, false) as is_bad from hours
    ), followed as (
      select *, coalesce(bool_or(is_bad) over (partition by project_id order by at
        rows between ${sql.lit(STEPS)} preceding and 1 preceding), false) as was_bad
      from rated
    )
    select project_id, at, n::integer as n, bad::integer as bad from followed
    where is_bad and not was_bad and at > ${from} and at <= ${to}
    order by at, project_id`.execute(db)
  return rows.map(({ project_id, at, ...found }) => ({
    project_id,
    key: `${project_id}:${at.toISOString()}`,
    at,
    data: data(found),
  }))
}

/**
 * More than `threshold` percent of the purchases that ended within an hour failed or expired, of at least
 * 20. A purchase ends at the time of its newest event.
 */
export const findFailing = (db: Db, watch: Watch, span: Span): Promise<Firing[]> =>
  findEpisodes(db, watch, span, {
    rows: (since, to, projects) => sql`
      select project_id, updated_at as at, 1 as n, (status <> 'completed')::integer as bad
      from transactions
      where project_id = any(${projects}::text[])
        and status in ('completed', 'failed', 'expired') and voided_at is null
        and updated_at > ${since} and updated_at <= ${to}`,
    isBad: (threshold) =>
      sql`n >= ${sql.lit(LEAST_ENDED)} and bad * 100 > ${threshold}::numeric * n`,
    data: ({ n, bad }) => ({ ended: n, bad }),
  })

/** More than `threshold` events were refused within an hour. */
export const findRefused = (db: Db, watch: Watch, span: Span): Promise<Firing[]> =>
  findEpisodes(db, watch, span, {
    // A bucket counts at its last instant, when all of its events have come.
    rows: (since, to, projects) => sql`
      select project_id, bucket + interval '5 minutes' as at, n, 0 as bad
      from ingest_refusal_counts
      where project_id = any(${projects}::text[])
        and bucket > ${since}::timestamptz - interval '5 minutes'
        and bucket <= ${to}::timestamptz - interval '5 minutes'`,
    isBad: (threshold) => sql`n > ${threshold}::numeric`,
    data: ({ n }) => ({ n }),
  })
