import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** A planned stage with its names. */
export interface StageRow {
  id: number
  project_id: string
  name: string
  /** In the order in which they were given. */
  also: string[]
  /** `stage_key` of all its names. */
  keys: string[]
  /** Exact decimals. */
  price_usd: string
  supply: string | null
  starts_at: Date | null
  ends_at: Date | null
}

export interface PlanRow {
  project_id: string
  version: number
  soft_cap_usd: string | null
  hard_cap_usd: string | null
  count_bonuses: boolean
  changed_at: Date | null
  changed_by: string | null
}

/** The stages of projects, in the order of their sales. */
export async function listStages(db: Db, projects: readonly string[]): Promise<StageRow[]> {
  const { rows } = await sql<StageRow>`
    select s.id, s.project_id, s.name, n.also, n.keys, trim_scale(s.price_usd) as price_usd,
      trim_scale(s.supply) as supply, s.starts_at, s.ends_at
    from stages as s cross join lateral (
      select array_agg(key order by position) as keys,
        coalesce(array_agg(name order by position) filter (where position > 0), '{}') as also
      from stage_names where stage_id = s.id) as n
    where s.project_id = any(${[...projects]}::text[])
    order by s.project_id, s.position`.execute(db)
  return rows
}

/** The plans that were saved; a project without a row has none. */
export async function listPlans(db: Db, projects: readonly string[]): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select project_id, version, trim_scale(soft_cap_usd) as soft_cap_usd,
      trim_scale(hard_cap_usd) as hard_cap_usd, count_bonuses, changed_at, changed_by
    from stage_plans where project_id = any(${[...projects]}::text[])`.execute(db)
  return rows
}

/** What a project has that never saved a plan. */
export const noPlan = (projectId: string): PlanRow => ({
  project_id: projectId,
  version: 0,
  soft_cap_usd: null,
  hard_cap_usd: null,
  count_bonuses: false,
  changed_at: null,
  changed_by: null,
})

/** The plan's row, and its stages. */
export async function readPlan(
  db: Db,
  projectId: string,
): Promise<{ plan: PlanRow; stages: StageRow[] }> {
  const [plan = noPlan(projectId)] = await listPlans(db, [projectId])
  return { plan, stages: await listStages(db, [projectId]) }
}
