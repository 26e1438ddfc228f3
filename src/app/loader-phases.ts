import { startTransition, useEffect, useState } from 'react'

/** Spec 2: counting starts this long after mount. */
const COUNT_AFTER_MS = 200
/** Time from completion to `finished`. */
const FINISH_AFTER_MS = 200
/** Time from `finished` to the end of the animation; scrolling stays locked until then. */
const ANIMATION_MS = 2000

/** `finished`: the content is rendered and the loader fades; `gone`: scrolling works again. */
export type LoaderPhase = 'waiting' | 'counting' | 'finished' | 'gone'

/**
 * The phases of the full-page loader. `doneAt` is when user setup ended (performance.now()), null
 * before. Each wait counts from when the last one was due, so the time to render the page is part of
 * them.
 */
export function useLoaderPhase(doneAt: number | null): LoaderPhase {
  const [{ phase, since }, setPhase] = useState(() => ({
    phase: 'waiting' as LoaderPhase,
    since: performance.now(),
  }))
  useEffect(() => {
    if (phase === 'gone' || (phase === 'counting' && doneAt === null)) return undefined
    const [next, due]: [LoaderPhase, number] =
      phase === 'waiting'
        ? ['counting', since + COUNT_AFTER_MS]
        : phase === 'counting'
          ? ['finished', Math.max(since, doneAt ?? 0) + FINISH_AFTER_MS]
          : ['gone', since + ANIMATION_MS]
    const timer = setTimeout(
      // An urgent update would discard what is already rendered of the page.
      () => startTransition(() => setPhase({ phase: next, since: due })),
      due - performance.now(),
    )
    return () => clearTimeout(timer)
  }, [phase, since, doneAt])
  return phase
}
