import { useEffect, useState } from 'react'

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
 * before. The last wait counts from then, so the time to render the page is part of it.
 */
export function useLoaderPhase(doneAt: number | null): LoaderPhase {
  const [{ phase, since }, setPhase] = useState<{ phase: LoaderPhase; since: number }>({
    phase: 'waiting',
    since: 0,
  })
  useEffect(() => {
    if (phase === 'gone' || (phase === 'counting' && doneAt === null)) return undefined
    const spent = () => performance.now() - Math.max(since, doneAt ?? 0)
    const [next, wait]: [LoaderPhase, number] =
      phase === 'waiting'
        ? ['counting', COUNT_AFTER_MS]
        : phase === 'counting'
          ? ['finished', FINISH_AFTER_MS - spent()]
          : ['gone', ANIMATION_MS]
    const timer = setTimeout(() => setPhase({ phase: next, since: performance.now() }), wait)
    return () => clearTimeout(timer)
  }, [phase, since, doneAt])
  return phase
}
