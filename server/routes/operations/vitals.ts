import { incrementCounter } from '#server/db/accounts/rate-counters.ts'
import { addVitals } from '#server/db/figures/vitals.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'

const MAX_BYTES = 2000
const WINDOW_MS = 60_000
const MOST_PER_WINDOW = 20

/** Stores nothing unless the operator has switched it on: a page of before may still send. */
export function vitalsRoutes(api: Api): void {
  route(
    api,
    'addVitals',
    async ({ actor, body, config, db, now }) => {
      const key = `vitals:${actor.sessionId}`
      const { count, windowEndsAt } = await incrementCounter(db, key, WINDOW_MS, now)
      if (count > MOST_PER_WINDOW) throw tooManyRequests(windowEndsAt.getTime() - now.getTime())
      if (config.collectsVitals) await addVitals(db, body, now)
    },
    { bodyLimit: MAX_BYTES, writes: false },
  )
}
