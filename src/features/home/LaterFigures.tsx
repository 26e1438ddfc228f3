import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { resultQuery } from '#src/features/home/cards/queries.ts'
import { countries } from '#src/features/home/cards/sources.ts'
import { isOfPeriod } from '#src/figures/as-of.ts'
import { readStored, STORAGE_KEYS } from '#src/state/storage.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { figuresShown, useAfter, whenIdle } from '#src/ui/loading-order.ts'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { SinceLastVisit } from './SinceLastVisit.tsx'

const ProofLine = lazyPart(() => import('./ProofLine.tsx'), 'ProofLine')
const StageLine = lazyPart(() => import('./StageLine.tsx'), 'StageLine')

const IDLE_LIMIT_MS = 1000

/** After the next frame, once the browser is idle. Returns how to give it up. */
function afterFrame(work: () => void): () => void {
  let giveUp = () => {}
  const frame = requestAnimationFrame(() => {
    giveUp = whenIdle(work, IDLE_LIMIT_MS)
  })
  return () => {
    cancelAnimationFrame(frame)
    giveUp()
  }
}

/** The room of a line that comes later, on phones, where it has a line of its own. */
const Space = styled('span')<{ $height: number; $order: number }>`
  display: none;
  ${MOBILE} {
    display: block;
    min-height: ${(p) => p.$height}px;
    order: ${(p) => p.$order};
  }
`

/**
 * Beside the purchases: the stage that sells out first and what is new of them, unless a period is
 * compared, and what is proven.
 */
export function LaterFigures({ view }: { view: HomeView }) {
  const space = readStored(STORAGE_KEYS.proofLine) ? <Space $height={20} $order={1} /> : null
  const stageSpace = readStored(STORAGE_KEYS.stageLine) ? <Space $height={44} $order={2} /> : null
  // The figures of all cards come first: those of countries are requested with the last of them.
  const { data: lower } = useQuery({ ...resultQuery(countries, view.selection), enabled: false })
  const isIdle = useAfter('idle')
  const isFetching = useIsFetching({ predicate: isOfPeriod }) > 0
  const [isReady, setReady] = useState(false)
  const haveAll = isIdle && lower !== undefined && !isFetching
  // Once the cards have shown them.
  useEffect(() => {
    if (!haveAll) return
    return afterFrame(() => {
      figuresShown()
      setReady(true)
    })
  }, [haveAll])
  return (
    <>
      {!view.isCompared && (
        <SilentBoundary fallback={stageSpace}>
          {isReady ? <StageLine view={view} space={stageSpace} /> : stageSpace}
        </SilentBoundary>
      )}
      {!view.isCompared && <SinceLastVisit view={view} />}
      <SilentBoundary fallback={space}>
        {isReady ? <ProofLine view={view} space={space} /> : space}
      </SilentBoundary>
    </>
  )
}
