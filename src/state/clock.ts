import { proxy } from 'valtio'

/** A smaller difference is a slow response, or does not matter. */
const TOLERANCE_MS = 2 * 60_000

/** How far the server's clock is ahead of the device's (ms); 0 if they agree or before a response. */
export const clock = proxy({ skewMs: 0 })

/**
 * Reads the Date header of a response that has just arrived; null if it has none (browsers hide it
 * for another origin).
 */
export function noteServerDate(header: string | null): void {
  const at = Date.parse(header ?? '')
  if (!Number.isFinite(at)) return
  const skewMs = at - Date.now()
  // Each response differs by some seconds: only a change that users notice counts.
  const next = Math.abs(skewMs) > TOLERANCE_MS ? skewMs : 0
  if (Math.abs(next - clock.skewMs) > TOLERANCE_MS || next === 0) clock.skewMs = next
}

/** Now by the server's clock (epoch ms), for ranges that a wrong device clock must not shift. */
export function serverNow(): number {
  return Date.now() + clock.skewMs
}
