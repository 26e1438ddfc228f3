/** The result of `promise`, or the error of `createError` after `limitMs`. Aborts nothing. */
export async function withTimeout<T>(
  promise: Promise<T>,
  limitMs: number,
  createError: () => Error,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), limitMs)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until the time is over or the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}

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
