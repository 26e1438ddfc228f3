import { Menu } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useUser } from '#src/state/session.ts'
import { openSidebar, sidebar } from '#src/state/sidebar.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { AsOf } from './AsOf.tsx'

const Bar = styled('header')`
  position: sticky;
  top: 0;
  z-index: 20;
  display: flex;
  align-items: center;
  gap: 12px;
  height: var(--topbar-h);
  padding: 0 calc(var(--page-pad) + var(--safe-r)) 0 var(--page-pad);
  background: var(--bg);
  & h1 {
    font: var(--t-h1);
    letter-spacing: -0.012em;
    white-space: nowrap;
  }
  @media (min-width: 1648px) {
    max-width: 1392px;
  }
  ${MOBILE} {
    gap: 0;
    height: calc(var(--topbar-h) + var(--safe-t));
    padding: var(--safe-t) 4px 0;
    border-bottom: 1px solid var(--line);
    & h1 {
      font: 600 17px/24px var(--font);
      padding-left: 4px;
      flex: 1;
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
    padding: 12px 16px 0;
    white-space: normal;
  }
  &:empty {
    display: none;
  }
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
// Gives way to the title and what stands beside it.
const Legend = styled('div')`
  flex: 0 1000 auto;
  min-width: min-content;
  ${MOBILE} {
    display: block;
    padding: 8px 16px 0;
  }
  &:empty {
    display: none;
  }
`
// Stands before the freshness mark only where something stands before it.
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
/** Whose eyes these figures were for: on paper only. */
function PrintedBy() {
  const user = useUser()
  return <span className="print-only small t3">Printed by {user?.email}</span>
}

type Place = (element: HTMLElement | null) => void

/** Title, what the page puts beside it, and how old its figures are. */
export function TopBar(props: { title: string; onNote: Place; onTools: Place; onLegend: Place }) {
  const { title, onNote, onTools, onLegend } = props
  const isMobile = useIsMobile()
  const { isOpen } = useSnapshot(sidebar)
  const toggle = useRef<HTMLSpanElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The overlay gives focus back to what opened it.
    if (wasOpen.current && !isOpen) toggle.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isMobile) {
    return (
      <>
        <Bar>
          <span ref={toggle}>
            <IconButton
              label="Open menu"
              icon={Menu}
              tooltip={false}
              aria-expanded={isOpen}
              onClick={openSidebar}
            />
          </span>
          <h1 id="title" tabIndex={-1}>
            {title}
          </h1>
          <Tools ref={onTools} />
          <AsOf />
          <PrintedBy />
        </Bar>
        <Note ref={onNote} />
        <Legend ref={onLegend} />
      </>
    )
  }
  return (
    <Bar>
      <h1 id="title" tabIndex={-1}>
        {title}
      </h1>
      <Note ref={onNote} />
      <Space />
      <Tools ref={onTools} />
      <Legend ref={onLegend} />
      <Rule />
      <AsOf />
      <PrintedBy />
    </Bar>
  )
}
