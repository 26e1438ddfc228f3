export const SERVER_COOLDOWN_S = 30
/** spec 4: the server blocks for 30 s; the 700 ms on top cover the way there and back. */
const RESEND_COOLDOWN_MS = SERVER_COOLDOWN_S * 1_000 + 700

/**
 * Whole seconds until another mail may be sent, 0 when it may be. `sentAt` and `now` are
 * milliseconds since 1970; a `sentAt` in the future (the clock was set back) counts as just sent.
 */
export function secondsUntilResend(sentAt: number | null, now: number): number {
  if (sentAt === null || !Number.isFinite(sentAt)) return 0
  const passed = Math.max(0, now - sentAt)
  const seconds = Math.ceil(Math.max(0, RESEND_COOLDOWN_MS - passed) / 1_000)
  // The countdown that people see begins at 30: the way there and back is not theirs to count.
  return Math.min(seconds, SERVER_COOLDOWN_S)
}

/** When the mail counts as sent, for a server that says to wait `seconds` more from `now`. */
export function sentAtForWait(seconds: number, now: number): number {
  return now - Math.max(0, RESEND_COOLDOWN_MS - seconds * 1_000)
}
