import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { SOURCE } from '#server/db/rollups/definition.ts'
import { FIRST_DEPOSITS, projectRows, sumFigures, whereCounted } from '#server/db/rollups/pieces.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import { bucketEdges } from '#src/domain/time/buckets.ts'
import { slotRows } from './analytics-time.ts'

/** Sums from the launch to the end of a local day; the launch day is 1. */
export interface LaunchDay {
  project_id: string
  day: number
  purchases: number
  /** Null if they are too many to count. */
  buyers: number | null
  /** USD: the exact sum, rounded to cents */
  amount: string
}

export interface Launches {
  /** The first completed purchase of each project that has one. */
  launches: { project_id: string; at: Date; age_days: number }[]
  /** Days with purchases, by project and time. */
  days: LaunchDay[]
}

/** The sales of each project since its first completed purchase, by its own local days. */
export function sumLaunches(
  db: Db,
  projects: readonly string[],
  zone: string,
  now: Date,
): Promise<Launches> {
  return inSnapshot(db, async (tx) => {
    const found = (await findLaunches(tx, projects)).filter(({ at }) => at <= now)
    const first = Math.min(...found.map(({ at }) => at.getTime()))
    if (found.length === 0) return { launches: [], days: [] }
    const range = { start: first, end: now.getTime() + 1 }
    const edges = bucketEdges(range, 'day', zone)
    /** The place of the day that an instant lies in. */
    const slotOf = (at: Date) => edges.findLastIndex((edge) => edge <= at.getTime())
    const today = edges.length - 2
    const launches = found.map(({ project_id, at }) => ({
      project_id,
      at,
      age_days: today - slotOf(at) + 1,
    }))
    const figures = [...sumFigures(SOURCE.purchases), FIRST_DEPOSITS]
    const { rows } = await sql<Omit<LaunchDay, 'day'> & { slot: number }>`
      select project_id, slot, (sum(n) over w)::bigint as purchases,
        (sum(first) over w)::bigint as buyers, round(sum(amount) over w, 2) as amount
      from (
        select project_id, slot, sum(n) as n, sum(first_deposits) as first, sum(amount) as amount
        from (${slotRows(
          SOURCE.purchases,
          found.map(({ project_id }) => project_id),
          range,
          edges,
          figures,
        )}) x
        group by 1, 2 having sum(n) <> 0) y
      window w as (partition by project_id order by slot)
      order by project_id, slot`.execute(tx)
    const launchSlots = new Map(found.map(({ project_id, at }) => [project_id, slotOf(at)]))
    const days = rows.map(({ slot, ...sums }) => ({
      ...sums,
      day: slot - (launchSlots.get(sums.project_id) ?? 0) + 1,
    }))
    return { launches, days }
  })
}

async function findLaunches(tx: Tx, projects: readonly string[]) {
  const { rows } = await sql<{ project_id: string; at: Date }>`
    select p.id as project_id, t.created_at as at
    from ${projectRows(projects)} cross join lateral (
      select created_at from transactions
      where project_id = p.id and ${whereCounted('')}
      order by created_at, id limit 1) t`.execute(tx)
  return rows
}
