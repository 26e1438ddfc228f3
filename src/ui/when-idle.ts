/** Runs when the browser has nothing better to do, at the latest after a while; answers the way out. */
export function whenIdle(run: () => void, latestMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(run, { timeout: latestMs })
    return () => cancelIdleCallback(handle)
  }
  // Safari has none.
  const timer = setTimeout(run, 200)
  return () => clearTimeout(timer)
}
