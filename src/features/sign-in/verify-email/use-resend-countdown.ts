import { useState } from 'react'
import { readStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'
import { useSecondsLeft } from '#src/ui/use-seconds-left.ts'

export const SERVER_COOLDOWN_S = 30
/** The server blocks for 30 s; the 700 ms cover the round trip. */
const RESEND_COOLDOWN_MS = SERVER_COOLDOWN_S * 1_000 + 700

/**
 * Whole seconds until another mail may be sent, 0 when it may be. `sentAt` and `now` are
 * milliseconds since 1970; a `sentAt` in the future (the clock was set back) counts as just sent.
 */
export function secondsUntilResend(sentAt: number | null, now: number): number {
  if (sentAt === null || !Number.isFinite(sentAt)) return 0
  const passed = Math.max(0, now - sentAt)
  const seconds = Math.ceil(Math.max(0, RESEND_COOLDOWN_MS - passed) / 1_000)
  // The visible countdown starts at 30, without the round trip.
  return Math.min(seconds, SERVER_COOLDOWN_S)
}

/** The assumed time of sending if the server requires a wait of `seconds` from `now`. */
export function sentAtForWait(seconds: number, now: number): number {
  return now - Math.max(0, RESEND_COOLDOWN_MS - seconds * 1_000)
}

/** When the last mail to this user was sent from this device, in milliseconds since 1970. */
function readSentAt(userId: string): number | null {
  const stored = readStored(STORAGE_KEYS.verificationSentAt)
  if (typeof stored !== 'object' || stored === null) return null
  const isOwn = 'user' in stored && stored.user === userId
  return isOwn && 'at' in stored && typeof stored.at === 'number' ? stored.at : null
}

/**
 * The seconds to wait before another mail may be sent. The time of sending is stored on the device, so
 * that a reload does not shorten the wait, and a sleeping tab does not extend it.
 */
export function useResendCountdown(userId: string): {
  seconds: number
  hasSent: boolean
  start: (sentAt: number) => void
} {
  const [sentAt, setSentAt] = useState(() => readSentAt(userId))
  const { seconds, refresh } = useSecondsLeft((now) => secondsUntilResend(sentAt, now))
  return {
    seconds,
    hasSent: sentAt !== null,
    start: (at) => {
      writeStored(STORAGE_KEYS.verificationSentAt, { user: userId, at })
      setSentAt(at)
      refresh()
    },
  }
}
