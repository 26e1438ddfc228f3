import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatDay, formatRecent } from '#src/domain/sale/record-formats.ts'
import { formatTime } from '#src/domain/time/format-time.ts'
import { clock } from '#src/state/clock.ts'

/** "14:30" on the day of `now`, else "Nov 19, 15:58", or "Nov 19, 2024" of another year. Local time. */
export function formatNoteTime(instant: string, now: Date): string {
  const date = new Date(instant)
  const isToday = date.toDateString() === now.toDateString()
  return isToday ? formatTime(date.getTime()) : formatRecent(instant, now)
}

/** "maya@saleroom.example, Nov 20, 2025". */
export const noteTitle = (email: string, instant: string) => `${email}, ${formatDay(instant)}`

/** Whether an instant of the server's clock has passed; re-renders when it does. */
export function useIsPast(instant: string): boolean {
  const { skewMs } = useSnapshot(clock)
  const end = Date.parse(instant) - skewMs
  const [now, setNow] = useState(() => Date.now())
  const isPast = now >= end
  useEffect(() => {
    if (isPast) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(end - Date.now(), 0) + 1)
    return () => clearTimeout(timer)
  }, [end, isPast])
  return isPast
}
