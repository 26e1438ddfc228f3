import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { Sums } from '#src/domain/money/ranked-rows.ts'
import type { PageView } from '#src/features/home/cards/home-view.ts'
import type { Source } from '#src/features/home/cards/queries.ts'
import { useResult } from '#src/features/home/cards/use-result.ts'
import { refresh } from '#src/state/filters.ts'
import { openGuide, setupGuide } from '#src/state/setup-guide.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { countArrived, countPurchases, useArrived, type Arrived } from './use-setup.ts'

const SetupGuide = lazyPart(() => import('./SetupGuide.tsx'), 'SetupGuide')

const NO_PROJECTS: readonly string[] = []
const NOTHING_ARRIVED: Arrived = {}

/** Tells the rest of the page whether the open guide is on screen, or may be soon. */
function useExpectedGuide(isExpected: boolean): void {
  useLayoutEffect(() => {
    openGuide.isExpected = isExpected
    return () => {
      openGuide.isExpected = false
    }
  }, [isExpected])
}

/** The guide of a server without projects. */
export function FirstGuide() {
  const { isHidden } = useSnapshot(setupGuide)
  useExpectedGuide(!isHidden)
  return <Guide arrived={NOTHING_ARRIVED} />
}

/** The guide, which a failure to load must not take Home with it. */
function Guide({ arrived }: { arrived: Arrived }) {
  return (
    <SilentBoundary>
      <SetupGuide arrived={arrived} />
    </SilentBoundary>
  )
}

/** The guide above Home's cards until the first purchase; instead of them until the first event. */
export function SetupGate(props: {
  view: PageView
  summary: Source<Sums>
  /** Whether the user can act on the guide. */
  isAllowed: boolean
  children: ReactNode
}) {
  const { view } = props
  const { result } = useResult(props.summary, view)
  const { isHidden } = useSnapshot(setupGuide)
  // Purchases in the period are on screen already; without any, those of all time decide.
  const isQuiet =
    props.isAllowed && result !== undefined && result.items.every(({ count }) => count === 0)
  const projects = isQuiet ? view.selection.projects : NO_PROJECTS
  const arrived = useArrived(projects, !isHidden)
  const purchases = countPurchases(arrived ?? {})
  const total = countArrived(arrived ?? {})
  useRefreshOnArrival(isQuiet && arrived !== undefined ? total : null)
  const isWaiting = isQuiet && arrived !== undefined && purchases === 0
  const isUnknown = props.isAllowed && (result === undefined || (isQuiet && arrived === undefined))
  useExpectedGuide(!isHidden && (isWaiting || isUnknown))
  return (
    <>
      {isWaiting && <Guide arrived={arrived} />}
      {!(isWaiting && total === 0 && !isHidden) && props.children}
    </>
  )
}

/** Refetches the figures when more has arrived. */
function useRefreshOnArrival(total: number | null): void {
  const last = useRef<number | null>(null)
  useEffect(() => {
    if (total === null) return
    if (last.current !== null && total > last.current) refresh()
    last.current = total
  }, [total])
}
