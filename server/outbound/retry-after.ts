/**
 * How long a Retry-After header asks to wait, in milliseconds: its seconds, or until its HTTP date by this
 * machine's clock. Null without one that can be read.
 */
export function readRetryAfter(text: string | undefined): number | null {
  if (text === undefined) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
