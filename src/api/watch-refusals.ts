import { changeUser, refetchUser } from './change-user.ts'
import { onRefused } from './http.ts'

/** The server's message for a call that this person may not make now. */
const FORBIDDEN = 'Forbidden'
/** The same for people who only look. Not shared with their screens, which this would load everywhere. */
const READ_ONLY = 'You can look, but not change'
/** At most this often, a refusal makes the app fetch the user. */
const REFETCH_INTERVAL_MS = 60_000

/**
 * Fetches the user after a refusal that no confirmation can lift: their role may have changed, or it
 * may need a second factor now. The router then shows the page for it. Who is refused because they only
 * look is shown no more buttons from then on.
 */
export function watchRefusals(): void {
  let refetchedAt = -Infinity
  onRefused(({ message }) => {
    if (message === READ_ONLY) void changeUser({ may_write: 0 })
    const now = Date.now()
    if (message !== FORBIDDEN || now - refetchedAt < REFETCH_INTERVAL_MS) return
    refetchedAt = now
    void refetchUser()
  })
}
