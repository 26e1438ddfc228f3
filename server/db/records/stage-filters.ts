import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/engine/open.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import { listStages, type StageRow } from '#server/db/stages/plans.ts'
import type { transactionTotalQuerySchema } from '#src/wire/transactions.ts'

type StageFilters = Partial<
  Pick<z.output<typeof transactionTotalQuerySchema>, 'stage' | 'stage_price' | 'stage_time'>
>

/** How purchases of a stage are found: the expression of their index. */
export const STAGE_KEY = sql`stage_key(stage_name)`

/** No purchase has it: keys have no outer blanks. */
const NO_KEY = ' '

interface ChosenStages {
  /** The keys of the stages' names, of any project; empty without a filter by name. */
  keys: string[]
  /** What the keys alone do not select, starting with `and`. */
  where: RawBuilder<unknown>
}

/**
 * The purchases of stages: a name that a project's plan has stands for all names of its stage. Those off
 * the stage's price or time are of planned stages and count.
 */
export async function chosenStages(
  db: Db,
  projects: readonly string[],
  { stage = [], stage_price, stage_time }: StageFilters,
): Promise<ChosenStages> {
  const byProject = stage.length === 0 ? [] : await keysByProject(db, projects, stage)
  const keys = [...new Set(byProject.flatMap((one) => one.keys))]
  const conditions: RawBuilder<unknown>[] = []
  // The same names can be of other stages in another project.
  if (byProject.some((one) => one.keys.length < keys.length))
    conditions.push(anyOf(byProject.map((one) => isOf(one.project_id, one.keys))))
  if (stage_price !== undefined || stage_time !== undefined) {
    const planned = (await listStages(db, projects)).filter(
      (one) => stage.length === 0 || one.keys.some((key) => keys.includes(key)),
    )
    conditions.push(whereCounted(''))
    if (stage_price) conditions.push(anyOf(planned.map(isOffPrice)))
    if (stage_time)
      conditions.push(anyOf(planned.flatMap((one) => isOutside(one, stage_time) ?? [])))
  }
  return {
    keys: stage.length > 0 && keys.length === 0 ? [NO_KEY] : keys,
    where: sql.join(
      conditions.map((condition) => sql`and ${condition}`),
      sql` `,
    ),
  }
}

const anyOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

const isOf = (project: string, keys: readonly string[]) =>
  sql`(project_id = ${project} and ${STAGE_KEY} = any(${[...keys]}::text[]))`

const isOffPrice = ({ project_id, keys, price_usd }: StageRow) =>
  sql`(${isOf(project_id, keys)}
    and is_off_price(payment_usd_amount, tokens_bought, ${price_usd}::numeric))`

function isOutside(
  { project_id, keys, starts_at, ends_at }: StageRow,
  time: 'before' | 'after',
): RawBuilder<unknown> | null {
  if (time === 'before')
    return starts_at && sql`(${isOf(project_id, keys)} and created_at < ${starts_at})`
  return ends_at && sql`(${isOf(project_id, keys)} and created_at >= ${ends_at})`
}

async function keysByProject(
  db: Db,
  projects: readonly string[],
  names: readonly string[],
): Promise<{ project_id: string; keys: string[] }[]> {
  const { rows } = await sql<{ project_id: string; keys: string[] }>`
    select p.id as project_id, array_agg(distinct coalesce(o.key, x.key)) as keys
    from unnest(${[...projects]}::text[]) as p (id)
    cross join (select distinct stage_key(name) as key from unnest(${[...names]}::text[]) as n (name)) as x
    left join stage_names as n on n.project_id = p.id and n.key = x.key
    left join stage_names as o on o.stage_id = n.stage_id
    where x.key is not null group by 1`.execute(db)
  return rows
}
