import { CHANGES_CHANNEL } from '#server/db/engine/changes.ts'
import type { Listen, Listening } from '#server/db/engine/notifications.ts'
import { messageOf } from '#server/error-message.ts'
import { createAlarm } from './alarm.ts'
import type { LiveLimits } from './limits.ts'

export interface Listener {
  /**
   * Whether notifications arrive: false until the first one, and again after the connection broke. A
   * pooler may accept LISTEN and deliver nothing.
   */
  isProven(): boolean
  /** A change has come without its notification: connects again. */
  doubt(): void
  stop(): Promise<void>
}

/**
 * Listens for changes until `stop`, and connects again whenever the connection breaks.
 * @param wake starts the next read, at each notification and when no more can come
 */
export function startListener(
  listen: Listen,
  limits: LiveLimits,
  wake: () => void,
  log: (message: string) => void,
): Listener {
  const state = { isProven: false, isStopped: false }
  const lost = createAlarm()
  let failures = 0
  let current: Listening | null = null

  const runOnce = async () => {
    const listening = await listen(CHANGES_CHANNEL, {
      onNotify() {
        state.isProven = true
        failures = 0
        wake()
      },
      onLost(error) {
        state.isProven = false
        // From now on it reads more often.
        wake()
        log(`Live: the LISTEN connection is lost, changes are polled (${error.message})`)
        lost.ring()
      },
    })
    if (state.isStopped) return listening.end()
    current = listening
    await lost.wait(Infinity)
    current = null
    state.isProven = false
    await listening.end()
  }

  const run = async () => {
    while (!state.isStopped) {
      try {
        await runOnce()
      } catch (error) {
        // Once, not at each attempt.
        if (failures === 0 && !state.isStopped) log(`Live: can't LISTEN (${messageOf(error)})`)
      }
      if (state.isStopped) return
      await lost.wait(Math.min(limits.listenAgain * 2 ** failures, limits.longestListenAgain))
      failures += 1
    }
  }

  void run()
  return {
    isProven: () => state.isProven,
    doubt() {
      state.isProven = false
      lost.ring()
    },
    async stop() {
      state.isStopped = true
      lost.ring()
      // An attempt to connect ends by itself.
      await current?.end()
    },
  }
}
