import { proxy } from 'valtio'
import { startSession } from '#src/api/auth.ts'
import type { SessionRecord } from '#src/state/session-record.ts'

/** Refresh the tokens, fetch the user. */
const STEPS = 2

/** How far user setup has come; the full-page loader shows it. */
export const startup = proxy<{
  doneSteps: number
  /** When it ended, by performance.now(). */
  doneAt: number | null
}>({ doneSteps: 0, doneAt: null })

/** Whole percent of the setup that is done. */
export function startupPercent(doneSteps: number, isDone: boolean): number {
  return isDone ? 100 : Math.round((Math.min(doneSteps, STEPS) / STEPS) * 100)
}

/** Takes up the session that the device keeps, with what it has kept of the data. */
export async function setUpUser(record: SessionRecord): Promise<void> {
  await startSession(record, () => {
    startup.doneSteps += 1
  })
  startup.doneAt = performance.now()
}
