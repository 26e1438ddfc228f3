import { proxy } from 'valtio'
import { startSession } from '#src/api/auth.ts'
import type { SessionRecord } from '#src/state/session-record.ts'

/** Refreshing the tokens, fetching the user. */
const STEPS = 2

/** Progress of user setup, shown by the full-page loader. */
export const startup = proxy<{
  doneSteps: number
  /** When setup ended (performance.now()). */
  doneAt: number | null
}>({ doneSteps: 0, doneAt: null })

/** Progress in whole percent. */
export function startupPercent(doneSteps: number, isDone: boolean): number {
  return isDone ? 100 : Math.round((Math.min(doneSteps, STEPS) / STEPS) * 100)
}

/** Restores the session stored on this device, with its cached data. */
export async function setUpUser(record: SessionRecord): Promise<void> {
  await startSession(record, () => {
    startup.doneSteps += 1
  })
  startup.doneAt = performance.now()
}
