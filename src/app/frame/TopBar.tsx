import { CloudOff, LoaderCircle, Menu } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { PeriodButton } from '#src/app/filters/PeriodButton.tsx'
import { routeOf } from '#src/app/routes.ts'
import { useFreshness } from '#src/cache/freshness.ts'
import { formatAge, formatSeconds } from '#src/domain/time/format-time.ts'
import { useOnline } from '#src/session/use-online.ts'
import { live } from '#src/state/live.ts'
import { useUser } from '#src/state/session.ts'
import { openSidebar, sidebar } from '#src/state/sidebar.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { css, MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { Find } from './Find.tsx'

const Bar = styled('header')`
  position: sticky;
  top: 0;
  z-index: 20;
  display: flex;
  align-items: center;
  gap: 12px;
  height: var(--bar-h);
  padding: var(--safe-t) var(--page-r) 0 var(--page-l);
  background: var(--bg);
  & h1 {
    font: var(--t-h1);
    letter-spacing: -0.012em;
    white-space: nowrap;
  }
  /* The page's own title stands for the route's. */
  & h1 > * + span {
    display: none;
  }
  & h1 > :empty + span {
    display: inline;
  }
  @media (min-width: 1648px) {
    max-width: 1392px;
  }
  ${MOBILE} {
    gap: 0;
    padding-right: calc(4px + var(--safe-r));
    padding-left: calc(4px + var(--safe-l));
    border-bottom: 1px solid var(--line);
    & h1 {
      font: 600 17px/24px var(--font);
      padding-left: 4px;
      flex: 1;
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
    }
  }
  ${PRINT} {
    position: static;
    flex-wrap: wrap;
    gap: 4px 12px;
    max-width: none;
    padding: 0 0 12px;
  }
`
const Note = styled('div')`
  min-width: 0;
  padding-top: 3px;
  overflow: hidden;
  text-overflow: ellipsis;
  font: var(--t-small);
  color: var(--text-3);
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  ${MOBILE} {
    padding: 12px var(--page-r) 0 var(--page-l);
    white-space: normal;
  }
  &:empty {
    display: none;
  }
`
// As wide as the cards below.
const PeriodPlace = styled('div')`
  height: 56px;
  padding: 12px var(--page-r) 0 var(--page-l);
`
const Tools = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  ${PRINT} {
    display: none;
  }
  ${MOBILE} {
    margin-right: 8px;
  }
`
// Shrinks before the title and the note do, which even a small fraction of a pixel would cut.
const Legend = styled('div')`
  flex: 0 1000000 auto;
  min-width: min-content;
  ${MOBILE} {
    display: block;
    padding: 8px var(--page-r) 0 var(--page-l);
  }
  &:empty {
    display: none;
  }
`
// Separates the freshness label from tools or a legend; hidden when both are empty.
const Rule = styled('i')`
  width: 1px;
  height: 16px;
  background: var(--line-strong);
  flex: none;
  :empty + :empty + & {
    display: none;
  }
  @media (max-width: 1199px), print {
    display: none;
  }
`
const Space = styled('span')`
  flex: 1;
`
const Freshness = styled('span')<{ $isSaved: boolean }>`
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: 16px;
  font: var(--t-small);
  color: ${(p) => (p.$isSaved ? 'var(--warning)' : 'var(--text-3)')};
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  ${MOBILE} {
    padding: 0 4px;
  }
  /* The time alone leaves room for the title; who hears the page still hears what it is. */
  @media screen and (max-width: 379px), screen and (min-width: 851px) and (max-width: 959px) {
    & .at {
      display: flex;
      align-items: center;
      font-size: 0;
    }
    & time > i {
      display: none;
    }
    & time {
      font: var(--t-small);
    }
  }
  & time > i {
    font-style: normal;
  }
  /* Where it is narrow there is room for one of both. */
  @media screen and (max-width: 1099px) {
    & > .at:not(:last-child) {
      position: absolute;
      clip-path: inset(50%);
    }
  }
`

/**
 * The age of the page's figures: "As of 14:32", or in amber "Saved at 14:32" while offline. The time
 * stays visible during a refresh; "Updating" shows only when there is no time yet.
 */
function AsOf() {
  const { at, isUpdating } = useFreshness()
  const isOnline = useOnline()
  const isSaved = !isOnline && at !== null
  const { stream, watchers } = useSnapshot(live)
  const isLive = watchers > 0
  return (
    <Freshness $isSaved={isSaved}>
      {isSaved && <Icon of={CloudOff} size={14} />}
      {isSaved && (
        <span className="at">
          Saved at <time>{formatAge(at)}</time>
        </span>
      )}
      {isOnline && isUpdating && <Icon of={LoaderCircle} size={14} className="spin" />}
      {isOnline && isUpdating && <span className={at === null ? '' : 'sr'}>Updating</span>}
      {isOnline && at !== null && (
        <span className="at">
          As of{' '}
          <time>
            {formatAge(at)}
            {isLive && stream === 'open' && <i>{formatSeconds(at)}</i>}
          </time>
        </span>
      )}
      {isOnline && isLive && stream === 'lost' && <span className="every">Every 60 s</span>}
    </Freshness>
  )
}

/** Names the user on printed pages. */
function PrintedBy() {
  const user = useUser()
  return <span className="print-only small t3">Printed by {user?.email}</span>
}

/** Beside a way back, a narrow phone has room for the title only. */
const yieldsToTitle = css`
  @media screen and (max-width: 419px) {
    display: none;
  }
`

type SlotRef = (element: HTMLElement | null) => void

/** The page's title, the slots that the page fills (TopBarSlot), and the age of its figures. */
export function TopBar(props: {
  title: string
  onTitle: SlotRef
  onNote: SlotRef
  onTools: SlotRef
  onLegend: SlotRef
}) {
  const { title, onTitle, onNote, onTools, onLegend } = props
  const isMobile = useIsMobile()
  const [path] = useLocation()
  const route = routeOf(path)
  const parentPath = route?.parent
  const parent = parentPath === undefined ? undefined : routeOf(parentPath)
  const { isOpen } = useSnapshot(sidebar)
  const toggle = useRef<HTMLSpanElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Returns the focus to the menu button when the sidebar closes.
    if (wasOpen.current && !isOpen) toggle.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const heading = (
    <h1 id="title" tabIndex={-1}>
      <span ref={onTitle} />
      <span>{title}</span>
    </h1>
  )
  if (isMobile) {
    return (
      <>
        <Bar className="plain">
          <span ref={toggle}>
            <IconButton
              label="Open menu"
              icon={Menu}
              tooltip={false}
              aria-expanded={isOpen}
              onClick={openSidebar}
            />
          </span>
          {parent && <Breadcrumb to={parent} />}
          {heading}
          <Tools ref={onTools} />
          <span className={parent ? yieldsToTitle : undefined}>
            <AsOf />
          </span>
          <Find />
          <PrintedBy />
        </Bar>
        {route?.hasPeriod && (
          <PeriodPlace className="screen-only">
            <PeriodButton />
          </PeriodPlace>
        )}
        {/* The button shows what Home's note says. */}
        <Note ref={onNote} className={path === '/' ? 'print-only' : ''} />
        <Legend ref={onLegend} />
      </>
    )
  }
  return (
    <Bar className="plain">
      {parent && <Breadcrumb to={parent} />}
      {heading}
      <Note ref={onNote} />
      <Space />
      <Tools ref={onTools} />
      <Legend ref={onLegend} />
      <Rule />
      <AsOf />
      <Find />
      <PrintedBy />
    </Bar>
  )
}
