import { useEffect, useState } from 'react'

const TICK_MS = 250

/** Whole seconds until a time in ms since 1970 is reached, 0 after it. `start` sets the time. */
export function useSecondsLeft(): { seconds: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const seconds = Math.max(0, Math.ceil((end - now) / 1000))
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return {
    seconds,
    start: (wait) => {
      setNow(Date.now())
      setEnd(Date.now() + wait * 1000)
    },
  }
}
