import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { sumStages } from '#server/db/figures/stage-summary.ts'
import { isArchived } from '#server/db/projects/projects.ts'
import { lockSales } from '#server/db/records/corrections.ts'
import { parseId } from '#server/db/records/ids.ts'
import { lockPlan } from '#server/db/rollups/stage-derivations.ts'
import { readPlan, type PlanRow, type StageRow } from '#server/db/stages/plans.ts'
import { keysOf, savePlan, type PlanToSave, type StageToSave } from '#server/db/stages/save-plan.ts'
import { conflict, invalidInput } from '#server/http/errors.ts'
import { flag } from '#server/routes/administration/present-project.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { requestedZone } from '#server/routes/sale/analytics-graphs.ts'
import { exceedsDecimal } from '#src/domain/money/decimals.ts'
import { MAX_ALSO, stageKey, type StagePlan } from '#src/wire/stages.ts'

export function stageRoutes(api: Api): void {
  route(api, 'sumStages', async ({ actor, db, readDb, query, now }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const options = { zone: requestedZone(query), days: query.days, now }
    return Object.fromEntries(await sumStages(readDb, projects, options))
  })

  route(api, 'getStagePlan', async ({ params, actor, db }) => {
    await requireProject(db, actor, params.id)
    return presentPlan(await readPlan(db, params.id))
  })

  route(api, 'saveStagePlan', async (context) => {
    const { params, body, actor, db, now } = context
    await requireProject(db, actor, params.id)
    const { soft_cap_usd: soft, hard_cap_usd: hard } = body
    if (soft !== null && hard !== null && exceedsDecimal(soft, hard))
      throw invalidInput('body.soft_cap_usd', 'Must be at most the hard cap')
    return inTransaction(db, async (tx) => {
      await lockPlan(tx, params.id)
      await lockSales(tx, params.id)
      if (await isArchived(tx, params.id)) throw conflict('Project is archived')
      const before = await readPlan(tx, params.id)
      if (before.plan.version !== body.version)
        throw conflict(
          `${before.plan.changed_by ?? 'Somebody'} has changed the stages. Load them again, and compare`,
        )
      const plan = toPlan(body, before.stages)
      await requireNames(tx, plan, before.stages)
      await savePlan(tx, params.id, plan, before.stages, { at: now, by: actor.email })
      const after = await readPlan(tx, params.id)
      await recordAudit(tx, context, {
        action: isJoin(before.stages, after.stages) ? 'stages.join' : 'stages.change',
        object: 'stages',
        objectId: params.id,
        projectId: params.id,
        before: auditedValues(before),
        after: auditedValues(after),
      })
      return presentPlan(after)
    })
  })
}

function toPlan(body: Context<'saveStagePlan'>['body'], before: readonly StageRow[]): PlanToSave {
  return {
    soft_cap_usd: body.soft_cap_usd,
    hard_cap_usd: body.hard_cap_usd,
    count_bonuses: body.count_bonuses === 1,
    stages: body.stages.map((stage, at): StageToSave => {
      const { id, ...values } = stage
      const own = id === undefined ? null : parseId(id)
      const isRepeated = body.stages.findIndex((one) => one.id !== undefined && one.id === id) < at
      if (id !== undefined && (own === null || !before.some((one) => one.id === own)))
        throw invalidInput(`body.stages.${at}.id`, 'Is no stage of this plan')
      if (id !== undefined && isRepeated)
        throw invalidInput(`body.stages.${at}.id`, 'Is there twice')
      return { id: own, ...values }
    }),
  }
}

/**
 * Names that the app takes for two can be one in the database, which makes some letters small in another
 * way. A stage that is renamed needs a place for its old name.
 */
async function requireNames(
  tx: Tx,
  { stages }: PlanToSave,
  before: readonly StageRow[],
): Promise<void> {
  const names = stages.flatMap(({ name, also }, at) =>
    [name, ...also].map((text, place) => ({ text, at, place })),
  )
  const keys = await keysOf(
    tx,
    names.map(({ text }) => text),
  )
  for (const [index, { at, place }] of names.entries()) {
    const field = place === 0 ? 'name' : `also.${place - 1}`
    if (keys.indexOf(keys[index] ?? '') < index)
      throw invalidInput(`body.stages.${at}.${field}`, 'Is there twice')
  }
  for (const [at, { id, also }] of stages.entries()) {
    const [old] = before.find((one) => one.id === id)?.keys ?? []
    if (also.length === MAX_ALSO && old !== undefined && !keys.includes(old))
      throw invalidInput(
        `body.stages.${at}.also`,
        `Must be at most ${MAX_ALSO - 1} with the old name`,
      )
  }
}

/** Whether all that has changed is that stages are also named otherwise. */
function isJoin(before: readonly StageRow[], after: readonly StageRow[]): boolean {
  const without = (stages: readonly StageRow[]) =>
    JSON.stringify(stages.map(({ also: _also, keys: _keys, ...rest }) => rest))
  const names = (stages: readonly StageRow[]) => stages.flatMap(({ also }) => also.map(stageKey))
  return (
    without(before) === without(after) &&
    names(after).length > names(before).length &&
    names(before).every((name) => names(after).includes(name))
  )
}

interface SavedPlan {
  plan: PlanRow
  stages: readonly StageRow[]
}

function presentPlan({ plan, stages }: SavedPlan): StagePlan {
  const { version, soft_cap_usd, hard_cap_usd, changed_at, changed_by } = plan
  return {
    version,
    stages: stages.map(({ id, name, also, price_usd, supply, starts_at, ends_at }) => ({
      id: String(id),
      name,
      also,
      price_usd,
      supply,
      starts_at: starts_at?.toISOString() ?? null,
      ends_at: ends_at?.toISOString() ?? null,
    })),
    soft_cap_usd,
    hard_cap_usd,
    count_bonuses: flag(plan.count_bonuses),
    changed_at: changed_at?.toISOString() ?? null,
    changed_by,
  }
}

function auditedValues(saved: SavedPlan): Record<string, unknown> {
  const { stages, soft_cap_usd, hard_cap_usd, count_bonuses } = presentPlan(saved)
  return { stages, soft_cap_usd, hard_cap_usd, count_bonuses }
}
