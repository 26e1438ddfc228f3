import { proxy } from 'valtio'

/** Less than this is a slow answer or a clock that is right enough. */
const TOLERATED_MS = 2 * 60_000

/** By how much the server's clock is ahead of this device's (ms); 0 while they agree, or none was read. */
export const clock = proxy({ skewMs: 0 })

/**
 * Takes the Date header of an answer that has just come; null where there is none (a server of
 * another origin doesn't show it).
 */
export function noteServerDate(header: string | null): void {
  const at = Date.parse(header ?? '')
  if (!Number.isFinite(at)) return
  const skewMs = at - Date.now()
  // Each answer differs by seconds: only what people would notice changes anything.
  const next = Math.abs(skewMs) > TOLERATED_MS ? skewMs : 0
  if (Math.abs(next - clock.skewMs) > TOLERATED_MS || next === 0) clock.skewMs = next
}

/** Now by the server's clock (epoch ms): figures must not end where a wrong device clock stands. */
export function serverNow(): number {
  return Date.now() + clock.skewMs
}
