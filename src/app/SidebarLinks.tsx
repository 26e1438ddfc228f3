import {
  CodeXml,
  ContactRound,
  GalleryHorizontalEnd,
  HandCoins,
  House,
  LogOut,
  ReceiptText,
  SlidersHorizontal,
  TicketPercent,
  UserSearch,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import { canSeeFinance } from '#src/domain/roles.ts'
import { filters, searchWithFilters } from '#src/state/filters.ts'
import { useUser } from '#src/state/session.ts'
import { closeSidebar } from '#src/state/sidebar.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { useLogout } from './logout.tsx'
import { routeOf, routes } from './routes.ts'

const ICONS: Record<string, LucideIcon> = {
  '/': House,
  '/project-settings': SlidersHorizontal,
  '/users': UserSearch,
  '/transactions': ReceiptText,
  '/manual-transactions': HandCoins,
  '/bonus-codes': TicketPercent,
  '/seo-scripts': CodeXml,
  '/leads': ContactRound,
  '/banners': GalleryHorizontalEnd,
}

const item = css`
  height: 32px;
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 0 8px;
  border-radius: var(--r-sm);
  color: var(--text-2);
  font: var(--t-label);
  width: 100%;
  transition:
    background var(--d-1),
    color var(--d-1);
  &:hover {
    background: var(--surface-1);
    color: var(--text-1);
  }
  &[aria-current='page'] {
    background: var(--surface-2);
    color: var(--text-1);
  }
  ${MOBILE} {
    height: 44px;
    gap: 12px;
  }
`
const List = styled('ul')`
  padding: 12px 8px;
  flex: 1;
  ${MOBILE} {
    padding: 4px 8px;
  }
`
const Footer = styled('div')`
  display: flex;
  align-items: center;
  flex: none;
  padding: 8px;
  border-top: 1px solid var(--line);
  background: var(--bg);
  & > button {
    width: auto;
    flex: none;
  }
  ${MOBILE} {
    padding: 4px 8px calc(4px + var(--safe-b));
  }
`
const email = css`
  margin-left: auto;
  padding: 0 8px;
  border-radius: var(--r-sm);
  color: var(--text-3);
  font: 400 11px/32px var(--font);
  &:hover {
    color: var(--text-1);
  }
  ${MOBILE} {
    font: 400 13px/44px var(--font);
  }
`

function preload(path: string): void {
  void routeOf(path)
    ?.page.preload()
    .catch(() => undefined)
}

/** Links to the pages that the user's role may see. */
export function SidebarLinks() {
  const [location] = useLocation()
  const user = useUser()
  // The links carry the filters: a copied link opens the same view.
  const search = searchWithFilters('', useSnapshot(filters))
  const hasFinance = user !== null && canSeeFinance(user.role)
  const links = routes.filter(
    (route) => route.isBare !== true && (route.access !== 'finance' || hasFinance),
  )
  return (
    <List>
      {links.map(({ path, title }) => {
        const icon = ICONS[path]
        return (
          <li key={path}>
            <Link
              href={`${path}${search}`}
              className={item}
              {...(location === path ? { 'aria-current': 'page' as const } : {})}
              onPointerEnter={() => preload(path)}
              onFocus={() => preload(path)}
              onClick={closeSidebar}
            >
              {icon !== undefined && <Icon of={icon} />}
              {title}
            </Link>
          </li>
        )
      })}
    </List>
  )
}

/** Logout, and the user's email address, which links to the password change. */
export function SidebarFooter() {
  const user = useUser()
  const { requestLogout, confirmation } = useLogout(closeSidebar)
  return (
    <Footer>
      <button type="button" className={item} onClick={requestLogout}>
        <Icon of={LogOut} />
        Logout
      </button>
      {user !== null && (
        <Link
          href="/reset-password"
          className={`${email} trunc`}
          title="Change your password"
          onClick={closeSidebar}
        >
          {user.email}
        </Link>
      )}
      {confirmation}
    </Footer>
  )
}
