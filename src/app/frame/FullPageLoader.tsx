import { useDeferredValue, useEffect, startTransition, useState } from 'react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { startup, startupPercent } from '#src/app/startup.ts'
import { pageShown } from '#src/ui/loading-order.ts'
import { LogoMark } from './Logo.tsx'

/** Disables scrolling and limits the body to the viewport until the animation ends. */
function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return undefined
    const { style } = document.body
    style.overflow = 'hidden'
    style.maxHeight = '100vh'
    return () => {
      style.overflow = ''
      style.maxHeight = ''
    }
  }, [isLocked])
}

/** Spec 2: counting starts this long after the loader is shown. */
const COUNT_AFTER_MS = 200
/** Time from completion to `finished`. */
const FINISH_AFTER_MS = 200
/** Time from `finished` to the end of the animation; scrolling stays locked until then. */
const ANIMATION_MS = 2000

/** `finished`: the content is rendered and the loader fades; `gone`: scrolling works again. */
type LoaderPhase = 'waiting' | 'counting' | 'finished' | 'gone'

/** When the loader was painted, which index.html already has; otherwise now, as in jsdom. */
const shownAt = () =>
  performance.getEntriesByName?.('first-contentful-paint')[0]?.startTime ?? performance.now()

/**
 * The phases of the full-page loader. `doneAt` is when user setup ended (performance.now()), null
 * before. Each wait counts from when the last one was due, so the time to render the page is part of
 * them.
 */
export function useLoaderPhase(doneAt: number | null): LoaderPhase {
  const [{ phase, since }, setPhase] = useState(() => ({
    phase: 'waiting' as LoaderPhase,
    since: shownAt(),
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

/**
 * Covers the page while user setup runs, with the loader that index.html has (start.css). The children
 * mount under the cover as soon as setup ends, so that they render during the loader's last phase.
 */
export function FullPageLoader({ children }: { children: ReactNode }) {
  const { doneSteps, doneAt } = useSnapshot(startup)
  const phase = useLoaderPhase(doneAt)
  const isDone = doneAt !== null
  // Deferred, so that rendering the page is no single long task.
  const hasPage = useDeferredValue(isDone)
  const isFinished = phase === 'finished' || phase === 'gone'
  useScrollLock(phase !== 'gone')
  useEffect(() => {
    if (isFinished) pageShown()
  }, [isFinished])
  const percent = phase === 'waiting' ? 0 : startupPercent(doneSteps, isDone)
  return (
    <>
      {hasPage && children}
      {phase !== 'gone' && (
        <div className={isFinished ? 'loader leaving' : 'loader'}>
          <LogoMark size={48} />
          <div
            role="progressbar"
            aria-label="Loading"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <div style={{ width: `${percent}%` }} />
          </div>
        </div>
      )}
    </>
  )
}
