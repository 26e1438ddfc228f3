import { useEffect, useState } from 'react'

const TICK_MS = 250

/**
 * The whole seconds that `secondsAt` gives for the present time (ms since 1970), four times a second
 * until they are 0. `refresh` reads the time again, which starts another countdown.
 */
export function useSecondsLeft(secondsAt: (now: number) => number): {
  seconds: number
  refresh: () => void
} {
  const [now, setNow] = useState(() => Date.now())
  const seconds = secondsAt(now)
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return { seconds, refresh: () => setNow(Date.now()) }
}
