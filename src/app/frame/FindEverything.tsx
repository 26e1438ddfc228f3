import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { routeOf } from '#src/app/routes.ts'
import type { FindPage } from '#src/features/find/find-option.ts'
import { FindDialog } from '#src/features/find/FindDialog.tsx'
import { useRecentVisits } from '#src/features/find/use-recent-visits.ts'
import { searchWithFilters } from '#src/state/filters.ts'
import { closeSidebar } from '#src/state/sidebar.ts'
import { useLinkedFilters } from '#src/state/use-linked-filters.ts'
import { useLogout } from './logout.tsx'
import { ICONS, useVisibleRoutes } from './SidebarLinks.tsx'

/** The pages that the role may see, but for those of one record. */
function useFindPages(): FindPage[] {
  const search = searchWithFilters('', useLinkedFilters())
  return useVisibleRoutes().flatMap(({ path, title, group, parent, isBare }) => {
    const isOneRecord = path.includes(':')
    if (isOneRecord || (isBare && path !== PASSWORD)) return []
    const above = parent === undefined ? undefined : routeOf(parent)?.title
    const detail = path === PASSWORD ? 'Change your password' : (above ?? GROUPS[group ?? 'foot'])
    return [{ path, href: `${path}${isBare ? '' : search}`, title, detail, icon: ICONS[path] }]
  })
}

const PASSWORD = '/reset-password'
const GROUPS = { Overview: 'Overview', Sales: 'Sales', Site: 'Site', foot: 'The whole sale' }

/** The dialog of "Search everything" with the pages of the app; notes the records that are opened. */
export function FindEverything(props: { isOpen: boolean; onClose: () => void }) {
  const pages = useFindPages()
  const { requestLogout, confirmation } = useLogout(closeSidebar)
  useRecentVisits()
  // The chosen option is followed as a link of the page: one with unsaved input asks before it
  // leaves, and by then the option is gone.
  const [followed, setFollowed] = useState<{ href: string } | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (followed !== null) link.current?.click()
  }, [followed])
  return (
    <>
      <Link ref={link} href={followed?.href ?? '/'} hidden>
        The chosen result
      </Link>
      <FindDialog
        isOpen={props.isOpen}
        onClose={props.onClose}
        pages={pages}
        onLogout={requestLogout}
        onFollow={(href) => {
          closeSidebar()
          setFollowed({ href })
        }}
      />
      {confirmation}
    </>
  )
}
