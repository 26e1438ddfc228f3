import { live, onChange } from '#src/state/live.ts'
import type { Change } from '#src/wire/live.ts'

/** What is on screen is renewed at most every 5 s while the sale changes, and once a minute in any case. */
const LEAST_MS = 5000
const MOST_MS = 60_000

/**
 * Runs `work` soon after changes that concern the caller, and every minute, which is all that is left
 * without a stream. Never twice at a time, and not in a hidden tab. A failure is left to the next run.
 * @param ageMs of what is on screen: what was loaded longer ago than 5 s is renewed at once
 * @param isFigures whether the figures of the page are renewed, whose time it shows
 * @returns `restart`, for data that was renewed otherwise, and `stop`
 */
export function watchChanges(
  concerns: (change: Change) => boolean,
  work: () => Promise<void>,
  ageMs = 0,
  isFigures = true,
): { restart: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let since = performance.now() - ageMs
  let isDue = ageMs > LEAST_MS
  let isRunning = false
  let isStopped = false
  const schedule = () => {
    clearTimeout(timer)
    if (isRunning || isStopped) return
    const at = since + (isDue ? LEAST_MS : MOST_MS)
    timer = setTimeout(() => void run(), Math.max(0, at - performance.now()))
  }
  const run = async () => {
    isRunning = true
    // Changes that arrive meanwhile are due again.
    isDue = false
    try {
      if (!document.hidden) await work()
    } catch {
      // What is on screen stays, with its time.
    }
    isRunning = false
    restart()
  }
  const restart = () => {
    since = performance.now()
    schedule()
  }
  const stopListening = onChange((change) => {
    if (isDue || (change !== null && !concerns(change))) return
    isDue = true
    schedule()
  })
  schedule()
  if (isFigures) live.watchers += 1
  return {
    restart,
    stop: () => {
      if (isFigures) live.watchers -= 1
      isStopped = true
      clearTimeout(timer)
      stopListening()
    },
  }
}
