import { findReplayed, type Change } from '#server/db/engine/changes.ts'
import type { Db } from '#server/db/engine/open.ts'
import { messageOf } from '#server/error-message.ts'
import { createAlarm } from './alarm.ts'
import type { LiveLimits } from './limits.ts'

const SLOWEST_POLL_MS = 1000

interface Held {
  change: Change
  /** Transactions that the replica does not have yet. */
  missing: Set<string>
  until: number
}

/**
 * Holds changes back until the replica has all of their transactions, so that what is read after the
 * event has them too. A replica that stays behind for longer delays no event any further.
 */
export function waitForReplica(
  replica: Db,
  limits: LiveLimits,
  publish: (changes: readonly Change[]) => void,
  log: (message: string) => void,
) {
  const state = { isStopped: false, hasFailed: false }
  let held: Held[] = []
  let running: Promise<void> | null = null
  const pause = createAlarm()

  const check = async () => {
    const waiting = held
    const ids = new Set(waiting.flatMap(({ missing }) => [...missing]))
    const found = await findReplayed(replica, [...ids])
    for (const { missing } of waiting) for (const id of found) missing.delete(id)
  }

  const run = async () => {
    for (let ms = limits.replicaPoll; held.length > 0 && !state.isStopped;) {
      try {
        await check()
        state.hasFailed = false
      } catch (error) {
        if (!state.hasFailed) log(`Live: replica: ${messageOf(error)}`)
        state.hasFailed = true
      }
      const now = performance.now()
      const isDue = ({ missing, until }: Held) => missing.size === 0 || until <= now
      const due = held.filter(isDue)
      held = held.filter((one) => !isDue(one))
      if (due.length > 0) publish(due.map(({ change }) => change))
      ms = due.length > 0 ? limits.replicaPoll : Math.min(ms * 2, SLOWEST_POLL_MS)
      if (held.length > 0) await pause.wait(ms)
    }
    running = null
  }

  return {
    hold(changes: readonly Change[]): void {
      const until = performance.now() + limits.replicaWait
      held = [
        ...held,
        ...changes.map((change) => ({ change, missing: new Set(change.transactions), until })),
      ]
      running ??= run()
    },
    async stop(): Promise<void> {
      state.isStopped = true
      pause.ring()
      await running
    },
  }
}
