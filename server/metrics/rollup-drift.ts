import type { Db } from '#server/db/engine/open.ts'
import { checkTotals } from '#server/db/rollups/check.ts'
import { rolledUpProjects } from '#server/db/rollups/rebuild.ts'
import type { Clock } from '#server/dependencies.ts'
import { startLoop, type BackgroundLoop } from '#server/outbound/background-loop.ts'

export interface DriftParts {
  /** The replica while it works, else the primary. */
  db: Db
  clock: Clock
  log(message: string): void
}

export interface DriftCheck {
  /** The totals that differed when they were last compared, over all projects. */
  differing(): number
  /** When a project was last checked; null before the first. */
  checkedAt(): Date | null
  /** Checks the next project. */
  checkNext(): Promise<void>
}

const INTERVAL_MS = 5 * 60_000

/** Compares the totals of one project after the other with its raw rows. */
export function openDriftCheck({ db, clock, log }: DriftParts): DriftCheck {
  const found = new Map<string, number>()
  let queue: string[] = []
  let checkedAt: Date | null = null
  return {
    differing: () => [...found.values()].reduce((sum, n) => sum + n, 0),
    checkedAt: () => checkedAt,
    async checkNext() {
      if (queue.length === 0) {
        queue = await rolledUpProjects(db)
        for (const id of found.keys()) if (!queue.includes(id)) found.delete(id)
      }
      const project = queue.shift()
      const differing = project === undefined ? [] : await checkTotals(db, project)
      if (project !== undefined) found.set(project, differing.length)
      if (differing.length > 0)
        log(
          `The totals of ${project} differ from its rows: ${differing.join(', ')}. Run npm run rollups:check.`,
        )
      checkedAt = clock.now()
    },
  }
}

/** Checks a project every five minutes until `stop`. */
export function startDriftCheck(check: DriftCheck, log: DriftParts['log']): BackgroundLoop {
  return startLoop('Totals', INTERVAL_MS, () => check.checkNext(), log)
}
