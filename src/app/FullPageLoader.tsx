import { useDeferredValue, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { pageShown } from '#src/ui/loading-order.ts'
import { styled } from '#src/ui/theme.ts'
import { useLoaderPhase } from './loader-phases.ts'
import { LogoMark } from './Logo.tsx'
import { startup, startupPercent } from './startup.ts'

const Cover = styled('div')<{ $isLeaving: boolean }>`
  position: fixed;
  inset: 0;
  z-index: var(--z-tooltip);
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 24px;
  background: var(--bg);
  opacity: ${(p) => (p.$isLeaving ? 0 : 1)};
  visibility: ${(p) => (p.$isLeaving ? 'hidden' : 'visible')};
  pointer-events: ${(p) => (p.$isLeaving ? 'none' : 'auto')};
  transition:
    opacity var(--d-3) var(--ease-in),
    visibility var(--d-3);
`
const Bar = styled('div')`
  width: 160px;
  height: 2px;
  border-radius: 1px;
  overflow: hidden;
  background: var(--line-strong);
`
const Done = styled('div')`
  height: 100%;
  background: var(--ink);
  transition: width var(--d-3) var(--ease-out);
  @media (forced-colors: active) {
    background: Highlight;
  }
`

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

/**
 * Covers the page while user setup runs. The children mount under the cover as soon as setup ends, so
 * that they render during the loader's last phase.
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
        <Cover $isLeaving={isFinished}>
          <LogoMark size={48} />
          <Bar
            role="progressbar"
            aria-label="Loading"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <Done style={{ width: `${percent}%` }} />
          </Bar>
        </Cover>
      )}
    </>
  )
}
