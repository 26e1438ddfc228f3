import { WifiOff } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { useFreshness } from '#src/cache/freshness.ts'
import { formatDateTime } from '#src/domain/time/format-time.ts'
import { checkConnection } from '#src/session/connection.ts'
import { useOnline } from '#src/session/use-online.ts'
import { toUrl } from '#src/state/filters.ts'
import { live } from '#src/state/live.ts'
import { sidebar } from '#src/state/sidebar.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { after, useAfter } from '#src/ui/loading-order.ts'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import { TopBarPlaces } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { FindLayer } from './Find.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'

// Their code comes after the first chart.
const RareNotices = lazyPart(async () => {
  await after('charts')
  return import('./RareNotices.tsx')
}, 'RareNotices')
const LiveUpdates = lazyPart(async () => {
  await after('charts')
  return import('./LiveUpdates.tsx')
}, 'LiveUpdates')

const Shell = styled('div')`
  display: grid;
  grid-template-columns: calc(var(--sidebar-w) + var(--safe-l)) minmax(0, 1fr);
  min-height: 100vh;
  min-height: 100dvh;
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
  }
  ${PRINT} {
    display: block;
    min-height: 0;
  }
`
const Column = styled('div')`
  min-width: 0;
`
const Content = styled('div')`
  padding: 0 var(--page-r) calc(24px + var(--safe-b)) var(--page-l);
  @media (min-width: 1648px) {
    max-width: 1392px;
  }
  ${MOBILE} {
    padding-top: 12px;
  }
`
const SkipLink = styled('a')`
  position: fixed;
  left: calc(16px + var(--safe-l));
  top: 12px;
  z-index: var(--z-dropdown);
  padding: 8px 12px;
  background: var(--surface-3);
  border-radius: var(--r-md);
  font: var(--t-label);
  &:not(:focus-visible) {
    clip-path: inset(50%);
  }
`

/** Lets keyboard users skip the sidebar; visible only while focused. */
function SkipToContent() {
  return (
    <SkipLink
      href="#title"
      onClick={(event) => {
        // Without the hash in the URL.
        event.preventDefault()
        document.getElementById('title')?.focus()
      }}
    >
      Skip to content
    </SkipLink>
  )
}

/** A part that nobody waits for: the page works without it. */
function AfterPaint({ children }: { children: ReactNode }) {
  return useAfter('shown') && <SilentBoundary>{children}</SilentBoundary>
}

/** Shows that the server can't be reached, and how old the displayed data is. */
function OfflineNotice() {
  const isOnline = useOnline()
  const { at } = useFreshness()
  const [isBusy, setBusy] = useState(false)
  if (isOnline) return null
  const retry = () => {
    setBusy(true)
    void checkConnection().finally(() => setBusy(false))
  }
  return (
    <NoticeBar
      label="Offline"
      icon={WifiOff}
      isWarning
      actions={
        <Button variant="ghost" size="sm" isBusy={isBusy} onClick={retry}>
          Retry
        </Button>
      }
    >
      <b>Offline:</b>{' '}
      {at === null ? 'no saved data here.' : `showing data from ${formatDateTime(at)}.`} Changes are
      paused.
    </NoticeBar>
  )
}

/** The layout of every signed-in page: sidebar, top bar, notices and content. */
export function AppLayout({ title, children }: { title: string; children: ReactNode }) {
  const [pageTitle, setPageTitle] = useState<HTMLElement | null>(null)
  const [note, setNote] = useState<HTMLElement | null>(null)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [legend, setLegend] = useState<HTMLElement | null>(null)
  const places = useMemo(
    () => ({ title: pageTitle, note, tools, legend }),
    [pageTitle, note, tools, legend],
  )
  const { isOpen } = useSnapshot(sidebar)
  const { isOn: isLive } = useSnapshot(live)
  const isMobile = useIsMobile()
  const [path] = useLocation()
  // Every page's URL carries the filters.
  useEffect(toUrl, [path])
  return (
    <Shell>
      {!isMobile && <SkipToContent />}
      <Sidebar />
      <Column {...(isMobile && isOpen ? { inert: true } : {})}>
        <TopBarPlaces value={places}>
          <main>
            <TopBar
              title={title}
              onTitle={setPageTitle}
              onNote={setNote}
              onTools={setTools}
              onLegend={setLegend}
            />
            <Content className="content">
              <OfflineNotice />
              <AfterPaint>
                <RareNotices />
              </AfterPaint>
              {children}
            </Content>
          </main>
        </TopBarPlaces>
      </Column>
      <FindLayer />
      {isLive && (
        <AfterPaint>
          <LiveUpdates />
        </AfterPaint>
      )}
    </Shell>
  )
}
