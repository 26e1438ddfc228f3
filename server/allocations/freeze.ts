import { randomUUID } from 'node:crypto'
import { recordAudit, type AuditSource } from '#server/auth/audit.ts'
import { findBuild, insertBuild, type AllocationListRow } from '#server/db/allocations/lists.ts'
import { isAnybodyOwed } from '#server/db/allocations/rows.ts'
import { claimBy } from '#server/db/engine/job-claims.ts'
import type { Tx } from '#server/db/engine/open.ts'

/** A list that is to be built, or why there is none. */
export type Freeze = { list: AllocationListRow } | { refused: string }

/**
 * Adds a list of the project with a claim, for a job that is started after the commit
 * (`AllocationJobs.start`). First call `AllocationJobs.failEnded`: a build whose process died would
 * refuse it.
 */
export async function requestFreeze(
  tx: Tx,
  source: AuditSource,
  { projectId, decimals, note }: { projectId: string; decimals: number; note: string | null },
): Promise<Freeze> {
  if (!(await isAnybodyOwed(tx, projectId)))
    return { refused: 'No wallet of this project is owed tokens. There is nothing to freeze.' }
  const list = await insertBuild(tx, {
    project_id: projectId,
    as_of: source.now,
    made_by: source.actor.email ?? '',
    note: note === '' ? null : note,
    decimals,
    ...claimBy(randomUUID(), source.now),
  })
  if (!list) {
    const running = await findBuild(tx, projectId)
    return { refused: `List ${running?.number ?? ''} is being built. Wait until it is ready.` }
  }
  await auditFreeze(tx, source, list, 'started')
  return { list }
}

/** The audit entry of a build: its start, or how it ended. */
export async function auditFreeze(
  tx: Tx,
  source: AuditSource,
  list: AllocationListRow,
  step: 'started' | 'done' | 'failed',
): Promise<void> {
  const { number, decimals, note, wallets, tokens, units, root, sha256, failure } = list
  const result = {
    started: { decimals, note },
    done: { decimals, wallets, tokens, units, root, sha256 },
    failed: { failure },
  }
  await recordAudit(tx, source, {
    action: 'allocation_list.freeze',
    object: 'allocation_list',
    objectId: list.id,
    projectId: list.project_id,
    after: { step, number, ...result[step] },
  })
}
