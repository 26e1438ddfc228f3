/**
 * Runs `work` when the browser is idle, at the latest after `latestMs`. Returns a function that
 * cancels it.
 */
export function whenIdle(work: () => void, latestMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work, { timeout: latestMs })
    return () => cancelIdleCallback(handle)
  }
  // Safari has no idle callbacks.
  const timer = setTimeout(work, latestMs / 5)
  return () => clearTimeout(timer)
}
