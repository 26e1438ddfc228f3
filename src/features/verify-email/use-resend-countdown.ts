import { useEffect, useState } from 'react'
import { readStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'
import { secondsUntilResend } from './resend-countdown.ts'

const TICK_MS = 250

/** When the last mail of this user was sent, as kept on this device: milliseconds since 1970. */
function readSentAt(userId: string): number | null {
  const stored = readStored(STORAGE_KEYS.verificationSentAt)
  if (typeof stored !== 'object' || stored === null) return null
  const isOwn = 'user' in stored && stored.user === userId
  return isOwn && 'at' in stored && typeof stored.at === 'number' ? stored.at : null
}

/**
 * The seconds to wait before another mail may be sent. It is kept on the device, so that a reload
 * doesn't shorten it, and reckoned from the clock, so that a sleeping tab doesn't lengthen it.
 */
export function useResendCountdown(userId: string): {
  seconds: number
  hasSent: boolean
  start: (sentAt: number) => void
} {
  const [sentAt, setSentAt] = useState(() => readSentAt(userId))
  const [now, setNow] = useState(() => Date.now())
  const seconds = secondsUntilResend(sentAt, now)
  const isRunning = seconds > 0

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  return {
    seconds,
    hasSent: sentAt !== null,
    start: (at) => {
      writeStored(STORAGE_KEYS.verificationSentAt, { user: userId, at })
      setSentAt(at)
      setNow(Date.now())
    },
  }
}
