import { listProjectIds } from '#server/db/accounts/memberships.ts'
import type { Db } from '#server/db/engine/open.ts'
import {
  addFoundEvents,
  claimEvaluation,
  listFiredKeys,
  listRuleGroups,
  releaseEvaluation,
  type RuleGroup,
} from '#server/db/messages/alert-evaluation.ts'
import type { Clock } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { startLoop, type BackgroundLoop } from '#server/outbound/background-loop.ts'
import { HOUR_MS, MINUTE_MS } from '#src/domain/time/zone.ts'
import { EPISODE_STEP_MINUTES } from './episodes.ts'
import { CONDITION_KINDS, findFirings, type ConditionKind } from './find-firings.ts'
import type { Span } from './firing.ts'
import { QUIET_STEP_MINUTES } from './quiet.ts'

export interface EvaluatorDependencies {
  db: Db
  clock: Clock
  log(message: string): void
}

const NAME = 'alert conditions'
const POLL_MS = 15_000
/** What happened while no server ran is found for at most this long. */
const MAX_MISSED_MS = 24 * HOUR_MS
/** A purchase counts at its creation, but only once it is completed. */
const LATE_MS = 24 * HOUR_MS

/** The grids, in ms, of the kinds that are evaluated on one. */
const GRIDS_MS: Partial<Record<ConditionKind, number>> = {
  quiet: QUIET_STEP_MINUTES * MINUTE_MS,
  failing: EPISODE_STEP_MINUTES * MINUTE_MS,
  ingest_refused: EPISODE_STEP_MINUTES * MINUTE_MS,
}
/** How many instants of the grid are evaluated again, for what was committed late. */
const OVERLAP_STEPS = 2

/**
 * Evaluates the conditions of all rules since the last evaluation. One process does so at a time, under a
 * claim that a killed one loses after a while; finding something twice is harmless.
 *
 * It holds no transaction: on the embedded database, all requests would wait for it.
 * @param isStopped true stops before the next condition
 * @returns the number of new events; 0 if another process evaluates
 */
export async function evaluateAlerts(
  { db, clock, log }: EvaluatorDependencies,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const groups = await listRuleGroups(db, CONDITION_KINDS)
  if (groups.length === 0) return 0
  const now = clock.now()
  const claim = await claimEvaluation(db, now)
  if (claim === null) return 0
  const { doneUntil } = claim
  const since = new Date(Math.max(doneUntil.getTime(), now.getTime() - MAX_MISSED_MS))
  const active = await listProjectIds(db, null)
  let added = 0
  let isComplete = true
  for (const group of groups) {
    if (isStopped()) {
      isComplete = false
      break
    }
    try {
      added += await evaluateGroup(db, group, active, { from: since, to: now })
    } catch (error) {
      isComplete = false
      log(`${NAME}: ${group.kind}: ${messageOf(error)}`)
    }
  }
  // After a stop or a failure, the next evaluation does all of it.
  await releaseEvaluation(db, claim, isComplete ? now : doneUntil)
  return added
}

async function evaluateGroup(
  db: Db,
  { ids, project_id: project, ...condition }: RuleGroup<ConditionKind>,
  active: readonly string[],
  since: Span,
): Promise<number> {
  const { kind } = condition
  const span = spanOf(kind, since)
  if (span === null) return 0
  const projects = project === null ? active : active.filter((id) => id === project)
  const known = GRIDS_MS[kind] === undefined ? await listFiredKeys(db, ids, span.from) : []
  const found = await findFirings(db, { ...condition, projects }, span, known)
  return addFoundEvents(db, { ids, kind }, found, span.to)
}

/** What is evaluated now; null if no instant of the grid has passed. */
function spanOf(kind: ConditionKind, { from, to }: Span): Span | null {
  const grid = GRIDS_MS[kind]
  if (grid === undefined) return { from: new Date(from.getTime() - LATE_MS), to }
  if (Math.floor(from.getTime() / grid) === Math.floor(to.getTime() / grid)) return null
  return { from: new Date(from.getTime() - OVERLAP_STEPS * grid), to }
}

/** Evaluates every 15 s until `stop`, which waits for the condition being evaluated. */
export function startEvaluator(parts: EvaluatorDependencies): BackgroundLoop {
  return startLoop(NAME, POLL_MS, (isStopped) => evaluateAlerts(parts, isStopped), parts.log)
}
