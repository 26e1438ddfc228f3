import { ApiError, send } from '#src/api/http.ts'
import { stageCalls, type StagePlan } from '#src/wire/stages.ts'

const { getStagePlan, saveStagePlan } = stageCalls

/** A name of purchases, and the stage that it is to belong to. */
export interface Join {
  projectId: string
  name: string
  stageId: string
}

/**
 * Puts a name among those of a stage. The plan is read first: what others have changed since the page
 * was loaded stays.
 * @throws ApiError with status 409 if the plan changes meanwhile, or the stage is gone
 */
export async function joinName({ projectId, name, stageId }: Join): Promise<StagePlan> {
  const params = { id: projectId }
  const plan = await send(getStagePlan, { params })
  if (!plan.stages.some(({ id }) => id === stageId)) {
    const message = 'This stage is no longer in the plan'
    throw new ApiError({ kind: 'answer', status: 409, message })
  }
  const { version, soft_cap_usd, hard_cap_usd, count_bonuses } = plan
  const stages = plan.stages.map((stage) =>
    stage.id === stageId ? { ...stage, also: [...stage.also, name] } : stage,
  )
  const body = { version, stages, soft_cap_usd, hard_cap_usd, count_bonuses }
  return send(saveStagePlan, { params, body })
}
