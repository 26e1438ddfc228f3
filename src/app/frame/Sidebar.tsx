import { RefreshCw, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { SidebarFilters } from '#src/app/filters/SidebarFilters.tsx'
import { refreshAll, useCanRefresh } from '#src/cache/refresh-all.ts'
import { closeSidebar, sidebar } from '#src/state/sidebar.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { css, keyframes, MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { Logo } from './Logo.tsx'
import { SidebarFooter, SidebarLinks } from './SidebarLinks.tsx'

const slideIn = keyframes`
  from { transform: translateX(-100%); }
  to { transform: none; }
`
/** In a low or narrow viewport the whole sidebar scrolls, including its footer. */
const LOW = '@media (max-width: 850px), (max-height: 799px)'
const Nav = styled('nav')`
  position: sticky;
  top: 0;
  z-index: var(--z-navbar);
  height: 100vh;
  height: 100dvh;
  display: flex;
  flex-direction: column;
  background: var(--bg);
  border-right: 1px solid var(--line);
  padding: var(--safe-t) 0 0 var(--safe-l);
  ${MOBILE} {
    position: fixed;
    left: 0;
    top: 0;
    bottom: 0;
    z-index: var(--z-overlay);
    width: calc(328px + var(--safe-l));
    max-width: calc(100vw - 56px - var(--safe-r));
    border-right-color: var(--line-strong);
    box-shadow: var(--e-3);
    animation: ${slideIn} var(--d-3) var(--ease-out);
  }
  ${LOW} {
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
`
const logoRow = css`
  height: var(--topbar-h);
  padding: 0 16px;
  ${MOBILE} {
    height: 52px;
    padding: 0 4px 0 16px;
  }
`
const Middle = styled('div')`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  ${LOW} {
    flex: 1 0 auto;
    overflow: visible;
  }
`
const Space = styled('span')`
  flex: 1;
`
const Scrim = styled('div')`
  position: fixed;
  inset: 0;
  z-index: var(--z-overlay);
  background: var(--scrim);
`
const Close = styled('div')`
  position: fixed;
  z-index: var(--z-overlay);
  top: calc(6px + var(--safe-t));
  left: min(340px + var(--safe-l), 100vw - 50px - var(--safe-r));
  border-radius: 50%;
  background: var(--surface-2);
  & button {
    border-radius: 50%;
    color: var(--text-1);
  }
`

/** Refetches everything on screen and moves the page's asOf to now. */
function RefreshButton() {
  const canRefresh = useCanRefresh()
  return (
    <IconButton
      label="Refresh"
      icon={RefreshCw}
      size="sm"
      disabled={!canRefresh}
      onClick={refreshAll}
    />
  )
}

function SidebarBody() {
  return (
    <>
      <Middle>
        <div role="group" aria-label="Filters">
          <Logo className={logoRow}>
            <Space />
            <RefreshButton />
          </Logo>
          <SidebarFilters />
        </div>
        <SidebarLinks />
      </Middle>
      <SidebarFooter />
    </>
  )
}

/** The sidebar as an overlay. The scrim, the close button and Escape close it. */
function SidebarOverlay() {
  const close = useRef<HTMLDivElement>(null)
  useEffect(() => {
    close.current?.querySelector('button')?.focus()
    const onKey = (event: KeyboardEvent) => {
      // A list or dialog opened from the sidebar handles its own Escape.
      if (event.key === 'Escape' && !event.defaultPrevented) closeSidebar()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Scrim className="plain" onClick={closeSidebar} />
      <Nav className="plain" aria-label="Main">
        <SidebarBody />
      </Nav>
      <Close className="plain" ref={close}>
        <IconButton
          label="Close menu"
          icon={X}
          tooltip={false}
          aria-expanded
          onClick={closeSidebar}
        />
      </Close>
    </>
  )
}

/** Filters, page links and Logout; an overlay at 850 px or less. */
export function Sidebar() {
  const { isOpen } = useSnapshot(sidebar)
  const isMobile = useIsMobile()
  if (isMobile) return isOpen ? <SidebarOverlay /> : null
  return (
    <Nav className="plain" aria-label="Main">
      <SidebarBody />
    </Nav>
  )
}
