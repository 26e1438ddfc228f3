import { useEffect, useState } from 'react'

/** Spec 2: counting starts this long after mount. */
export const COUNT_AFTER_MS = 200
/** From completion to finished. */
export const FINISH_AFTER_MS = 200
/** From finished to the end of the animation, for which scrolling stays locked. */
export const ANIMATION_MS = 2000

/** `finished`: the content is there, the loader fades; `gone`: scrolling is free again. */
export type LoaderPhase = 'waiting' | 'counting' | 'finished' | 'gone'

/** The phases of the full-page loader; `isDone` is when user setup has ended. */
export function useLoaderPhase(isDone: boolean): LoaderPhase {
  const [phase, setPhase] = useState<LoaderPhase>('waiting')
  useEffect(() => {
    if (phase === 'gone' || (phase === 'counting' && !isDone)) return undefined
    const [next, wait]: [LoaderPhase, number] =
      phase === 'waiting'
        ? ['counting', COUNT_AFTER_MS]
        : phase === 'counting'
          ? ['finished', FINISH_AFTER_MS]
          : ['gone', ANIMATION_MS]
    const timer = setTimeout(() => setPhase(next), wait)
    return () => clearTimeout(timer)
  }, [phase, isDone])
  return phase
}
