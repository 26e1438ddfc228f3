import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import { LEVEL, SOURCE } from '#server/db/rollups/definition.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import { buyersIn } from '#server/db/rollups/stage-derivations.ts'
import { listStages, type StageRow } from './plans.ts'

/** A stage to save; without an id a new one. */
export interface StageToSave {
  id: number | null
  name: string
  also: readonly string[]
  price_usd: string
  supply: string | null
  starts_at: string | null
  ends_at: string | null
}

export interface PlanToSave {
  soft_cap_usd: string | null
  hard_cap_usd: string | null
  count_bonuses: boolean
  stages: readonly StageToSave[]
}

/** The names as the database compares them, in their order. */
export async function keysOf(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select stage_key(name) as key from unnest(${[...names]}::text[]) with ordinality as n (name, place)
    order by place`.execute(tx)
  return rows.map(({ key }) => key)
}

/**
 * Replaces a project's plan, and counts again what depends on it: prices and buyers of the names whose
 * stage or price has changed. The caller holds the locks of the plan and of the project's sales.
 *
 * A stage that is renamed keeps its old name as one that it is also named, unless another stage has it
 * now, so that its purchases stay with it.
 * @param before the present stages
 */
export async function savePlan(
  tx: Tx,
  projectId: string,
  plan: PlanToSave,
  before: readonly StageRow[],
  change: { at: Date; by: string },
): Promise<StageRow[]> {
  // Sums are counted over all purchases of a stage; the limit is meant for requests.
  await sql`set local statement_timeout = 0`.execute(tx)
  const { soft_cap_usd, hard_cap_usd, count_bonuses } = plan
  await sql`
    insert into stage_plans as p (project_id, version, soft_cap_usd, hard_cap_usd, count_bonuses,
      changed_at, changed_by)
    values (${projectId}, 1, ${soft_cap_usd}, ${hard_cap_usd}, ${count_bonuses}, ${change.at},
      ${change.by})
    on conflict (project_id) do update set version = p.version + 1,
      soft_cap_usd = excluded.soft_cap_usd, hard_cap_usd = excluded.hard_cap_usd,
      count_bonuses = excluded.count_bonuses, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`.execute(tx)
  await tx
    .updateTable('projects')
    .set({ has_stages: plan.stages.length > 0 })
    .where('id', '=', projectId)
    .execute()
  await sql`delete from stage_names where project_id = ${projectId}`.execute(tx)
  const kept = plan.stages.flatMap(({ id }) => id ?? [])
  await sql`delete from stages where project_id = ${projectId}
    and id <> all(${kept}::bigint[])`.execute(tx)
  const ids: number[] = []
  for (const [position, stage] of plan.stages.entries())
    ids.push(await saveStage(tx, projectId, position, stage))
  await saveNames(tx, projectId, plan.stages, ids, before)
  const after = await listStages(tx, [projectId])
  await countAgain(tx, projectId, before, after)
  return after
}

async function saveStage(
  tx: Tx,
  projectId: string,
  position: number,
  { id, name, price_usd, supply, starts_at, ends_at }: StageToSave,
): Promise<number> {
  const values = { position, name, price_usd, supply, starts_at, ends_at }
  if (id !== null) {
    await tx.updateTable('stages').set(values).where('id', '=', id).execute()
    return id
  }
  const row = await tx
    .insertInto('stages')
    .values({ project_id: projectId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The names as they are given, then the old names of renamed stages where they are free. */
async function saveNames(
  tx: Tx,
  projectId: string,
  stages: readonly StageToSave[],
  ids: readonly number[],
  before: readonly StageRow[],
): Promise<void> {
  const names = stages.flatMap(({ name, also }, at) =>
    [name, ...also].map((text, position) => ({ id: ids[at], text, position })),
  )
  for (const { id, name } of before) {
    const at = ids.indexOf(id)
    if (at !== -1) names.push({ id, text: name, position: 1 + (stages[at]?.also.length ?? 0) })
  }
  await sql`
    insert into stage_names (project_id, key, stage_id, name, position)
    select ${projectId}, stage_key(name), id, name, position
    from unnest(${names.map(({ id }) => id)}::bigint[], ${names.map(({ text }) => text)}::text[],
      ${names.map(({ position }) => position)}::integer[]) with ordinality
      as n (id, name, position, place)
    order by place on conflict do nothing`.execute(tx)
}

/** The stage and the price of each name of a plan, by its key. */
const namesOf = (stages: readonly StageRow[]) =>
  new Map(
    stages.flatMap(({ id, keys, price_usd }) =>
      keys.map((key) => [key, { id, price_usd }] as const),
    ),
  )

async function countAgain(
  tx: Tx,
  projectId: string,
  before: readonly StageRow[],
  after: readonly StageRow[],
): Promise<void> {
  const [was, is] = [namesOf(before), namesOf(after)]
  const keys = [...new Set([...was.keys(), ...is.keys()])]
  const repriced = keys.filter((key) => was.get(key)?.price_usd !== is.get(key)?.price_usd)
  if (repriced.length > 0) await countPrices(tx, projectId, repriced)
  await countBuyers(tx, projectId, was, is)
}

type Names = ReturnType<typeof namesOf>

/**
 * The buyers of stages whose names have changed, and of names that the plan no longer has. Who is alone in
 * a stage, and was alone before, keeps its number; the others are counted from the wallets.
 */
async function countBuyers(tx: Tx, projectId: string, was: Names, is: Names): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select key from stage_rollups
    where project_id = ${projectId} and source = ${SOURCE.purchases} and level = ${LEVEL.allTime}
      and n > 0 and key = any(${[...new Set([...was.keys(), ...is.keys()])]}::text[])`.execute(tx)
  const selling = rows.map(({ key }) => key)
  const groupOf = (names: Names, key: string) => {
    const id = names.get(key)?.id
    return id === undefined ? { stage_id: 0, key } : { stage_id: id, key: '' }
  }
  const isSame = (a: ReturnType<typeof groupOf>, b: ReturnType<typeof groupOf>) =>
    a.stage_id === b.stage_id && a.key === b.key
  const isAlone = (names: Names, key: string) =>
    selling.every((one) => one === key || !isSame(groupOf(names, one), groupOf(names, key)))
  const moved = selling.filter((key) => was.get(key)?.id !== is.get(key)?.id)
  if (moved.length === 0) return
  const stages = [
    ...new Set(moved.flatMap((key) => [groupOf(was, key).stage_id, groupOf(is, key).stage_id])),
  ].filter((id) => id !== 0)
  const { rows: before } = await sql<{ stage_id: number; key: string; buyers: number }>`
    delete from stage_buyers where project_id = ${projectId}
      and (stage_id = any(${stages}::bigint[]) or key = any(${moved}::text[]))
    returning stage_id, key, buyers`.execute(tx)
  const kept = selling.flatMap((key) => {
    const own = before.find((row) => isSame(row, groupOf(was, key)))
    const isKept = own !== undefined && isAlone(was, key) && isAlone(is, key)
    return isKept ? { ...groupOf(is, key), project_id: projectId, buyers: own.buyers } : []
  })
  if (kept.length > 0) await tx.insertInto('stage_buyers').values(kept).execute()
  const counted = stages.filter((id) => !kept.some(({ stage_id }) => stage_id === id))
  const freed = moved.filter((key) => !kept.some((one) => isSame(one, groupOf(is, key))))
  if (counted.length + freed.length === 0) return
  await sql`insert into stage_buyers ${buyersIn(
    projectId,
    sql`(n.stage_id = any(${counted}::bigint[])
      or (n.stage_id is null and w.key = any(${freed}::text[])))`,
  )}`.execute(tx)
}

/**
 * Which purchases of these names are off the price, by the present plan. Only those far from it are read,
 * from an index by the price; how many there are of each price does not change.
 */
async function countPrices(tx: Tx, projectId: string, keys: readonly string[]): Promise<void> {
  const price = sql`t.payment_usd_amount / nullif(t.tokens_bought, 0)`
  // A little less than 1 %: the index has quotients that are rounded.
  const far = (condition: RawBuilder<unknown>) => sql`
    select t.payment_usd_amount as usd, t.tokens_bought as tokens from transactions as t
    where t.project_id = ${projectId} and stage_key(t.stage_name) = n.key and ${whereCounted('t.')}
      and t.tokens_bought > 0 and ${price} ${condition}`
  await sql`
    with was as (
      delete from stage_prices where project_id = ${projectId} and key = any(${keys}::text[])
      returning key, price, n, amount
    ),
    off as (
      select n.key, price_digits(x.usd, x.tokens) as price, count(*) as n, sum(x.usd) as amount
      from stage_names as n join stages as s on s.id = n.stage_id
      cross join lateral (
        ${far(sql`< s.price_usd * 0.990001`)} union all ${far(sql`> s.price_usd * 1.009999`)}) as x
      where n.project_id = ${projectId} and n.key = any(${keys}::text[])
        and is_off_price(x.usd, x.tokens, s.price_usd)
      group by 1, 2
    )
    insert into stage_prices (project_id, key, is_off, price, n, amount)
    select ${projectId}, key, is_off, price, sum(n), sum(amount)
    from (
      select key, false as is_off, price, n, amount from was
      union all select key, false, price, -n, -amount from off
      union all select key, true, price, n, amount from off) as x
    group by key, is_off, price having sum(n) <> 0`.execute(tx)
}
