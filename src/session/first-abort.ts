/**
 * Aborts with the first of the signals, as `AbortSignal.any`, which Firefox before 124 and Safari before
 * 17.4 lack: there a signal keeps a listener for each call that it outlives.
 */
export function firstAbort(signals: readonly AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([...signals])
  const first = new AbortController()
  for (const signal of signals) {
    const end = () => first.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { signal: first.signal })
  }
  return first.signal
}
