import { readChanges, readPosition, type Change } from '#server/db/engine/changes.ts'
import type { Listen } from '#server/db/engine/notifications.ts'
import type { Db } from '#server/db/engine/open.ts'
import { messageOf } from '#server/error-message.ts'
import { createAlarm } from './alarm.ts'
import type { LiveLimits } from './limits.ts'
import { startListener } from './listener.ts'
import { waitForReplica } from './replica-wait.ts'

export interface SourceParts {
  db: Db
  /** Lists and figures are read there: a change is published once it has it. */
  readDb?: Db
  /** Without it, changes are polled. */
  listen?: Listen
  limits: LiveLimits
  log(message: string): void
}

export interface ChangeSource {
  /** Resolves when every later commit will be published. */
  ready: Promise<unknown>
  stop(): Promise<void>
}

/**
 * Publishes what has changed since the start. The table `changes` is the only source: a notification
 * only brings the next read forward, so a lost one delays a change and never loses it.
 */
export function startChangeSource(
  { db, readDb, listen, limits, log }: SourceParts,
  publish: (changes: readonly Change[]) => void,
): ChangeSource {
  const state = { isStopped: false, hasFailed: false }
  const wake = createAlarm()
  const gap = createAlarm()
  const replica = readDb && readDb !== db ? waitForReplica(readDb, limits, publish, log) : null
  const listener = listen ? startListener(listen, limits, () => wake.ring(), log) : null

  const readAll = async (start: string) => {
    let position = start
    while (!state.isStopped) {
      const isProven = listener?.isProven() ?? false
      const isNotified = await wake.wait(isProven ? limits.safetyPoll : limits.poll)
      if (state.isStopped) return
      try {
        const read = await readChanges(db, position)
        position = read.position
        state.hasFailed = false
        if (read.changes.length > 0) (replica?.hold ?? publish)(read.changes)
        if (read.changes.length > 0 && isProven && !isNotified) listener?.doubt()
      } catch (error) {
        // Once, not at each attempt.
        if (!state.hasFailed) log(`Live: ${messageOf(error)}`)
        state.hasFailed = true
      }
      await gap.wait(limits.readGap)
    }
  }

  const position = readPosition(db)
  const running = position.then(readAll, () => {})
  return {
    ready: position,
    async stop() {
      state.isStopped = true
      wake.ring()
      gap.ring()
      await Promise.all([running, listener?.stop(), replica?.stop()])
    },
  }
}
