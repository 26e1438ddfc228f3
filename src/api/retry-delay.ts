const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000

/**
 * The pause before another attempt, in ms: 1 s, doubled with each failure up to a minute, and up to a half
 * more at random, so that a restarted server is not flooded.
 * @param failures before the last one
 */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (1 + random() / 2)
}
