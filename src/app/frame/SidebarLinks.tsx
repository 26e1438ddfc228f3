import {
  Activity,
  Bell,
  CircleUserRound,
  ClipboardList,
  CodeXml,
  ContactRound,
  GalleryHorizontalEnd,
  HandCoins,
  House,
  Landmark,
  Layers,
  LogOut,
  Plug,
  ReceiptText,
  SlidersHorizontal,
  TicketPercent,
  UserSearch,
  Users,
  Waypoints,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { memo, useDeferredValue } from 'react'
import { Link, useLocation } from 'wouter'
import { useFeature, useFeatures } from '#src/api/features.ts'
import { routeOf, routes } from '#src/app/routes.ts'
import type { AppRoute, Group } from '#src/app/routes.ts'
import { canSeeFinance, isAdmin } from '#src/domain/people/roles.ts'
import { searchWithFilters } from '#src/state/filters.ts'
import { useMayWrite, useUser } from '#src/state/session.ts'
import { closeSidebar } from '#src/state/sidebar.ts'
import { useLinkedFilters } from '#src/state/use-linked-filters.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { after, useAfter } from '#src/ui/loading-order.ts'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { Reader } from './lazy-reader.ts'
import { useLogout } from './logout.tsx'

const COUNT_ID = 'approval-count'
const ApprovalCount = lazyPart(async () => {
  await after('charts')
  return import('#src/credits/ApprovalCount.tsx')
}, 'ApprovalCount')

/** The icons of the pages, by path. */
export const ICONS: Record<string, LucideIcon> = {
  '/': House,
  '/settlement': Landmark,
  '/allocations': ClipboardList,
  '/channels': Waypoints,
  '/stages': Layers,
  '/project-settings': SlidersHorizontal,
  '/users': UserSearch,
  '/transactions': ReceiptText,
  '/manual-transactions': HandCoins,
  '/bonus-codes': TicketPercent,
  '/seo-scripts': CodeXml,
  '/leads': ContactRound,
  '/banners': GalleryHorizontalEnd,
  '/connections': Plug,
  '/activity': Activity,
  '/team': Users,
  '/alerts': Bell,
  '/account': CircleUserRound,
}

const GROUPS: readonly Group[] = ['Overview', 'Sales', 'Site']

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
  /* All links fit into a window of 900 px. */
  @media (max-height: 959px) {
    height: 28px;
  }
  ${MOBILE} {
    height: 44px;
    gap: 12px;
  }
`
/** With all links of an admin, the sidebar is exactly as high as a window of 900 px. */
const Groups = styled('div')`
  padding: 8px 8px 6px;
  flex: 1;
  ${MOBILE} {
    padding: 4px 8px;
  }
`
const Heading = styled('div')`
  padding: 8px 8px 4px;
  font: var(--t-micro);
  color: var(--text-3);
`
const Footer = styled('div')`
  flex: none;
  padding: 8px 8px calc(8px + var(--safe-b));
  border-top: 1px solid var(--line);
  background: var(--bg);
  ${MOBILE} {
    padding: 4px 8px calc(4px + var(--safe-b));
  }
`
const FootLinks = styled('ul')`
  display: grid;
  grid-template-columns: 1fr 1fr;
`
const Account = styled('div')`
  display: flex;
  align-items: center;
  & > button {
    width: auto;
    flex: none;
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

/** The pages that the user's role may see and the server can serve. */
export function useVisibleRoutes(): AppRoute[] {
  const role = useUser()?.role ?? ''
  const features = useFeatures(useAfter('shown'))
  return routes.filter(({ access, needs }) => {
    if (needs !== undefined && !features.includes(needs)) return false
    if (access === 'admin') return isAdmin(role) && features.includes('administration')
    return access !== 'finance' || canSeeFinance(role)
  })
}

/** The links carry the filters, since a copied link opens the same view; they follow after the figures. */
function RouteLink(route: AppRoute & { hasCount?: boolean }) {
  return (
    <LinkItem {...route} search={useDeferredValue(searchWithFilters('', useLinkedFilters()))} />
  )
}

const LinkItem = memo(function LinkItem(props: AppRoute & { hasCount?: boolean; search: string }) {
  const { path, title, hasCount, search } = props
  const [location] = useLocation()
  const icon = ICONS[path]
  const isCurrent = location === path || routeOf(location)?.parent === path
  return (
    <li>
      <Link
        href={`${path}${search}`}
        className={item}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        // Its name stays as it is.
        {...(hasCount ? { 'aria-describedby': COUNT_ID } : {})}
        onPointerEnter={() => preload(path)}
        onFocus={() => preload(path)}
        onClick={closeSidebar}
      >
        {icon !== undefined && <Icon of={icon} />}
        {title}
        {hasCount && (
          <SilentBoundary>
            <ApprovalCount id={COUNT_ID} />
          </SilentBoundary>
        )}
      </Link>
    </li>
  )
})

/** Links to the pages, in groups. */
export function SidebarLinks() {
  const visible = useVisibleRoutes()
  // Known after the first paint.
  const hasApprovals = useFeature('approvals', useAfter('charts'))
  const hasOverview = visible.some(({ path, group }) => group === 'Overview' && path !== '/')
  return (
    <Groups>
      {GROUPS.map((group) => {
        const links = visible.filter((route) => route.group === group)
        if (links.length === 0) return null
        // A group of the nine links that everybody knows needs no heading, unless it follows another's.
        const hasHeading = hasOverview || links.some(({ access }) => access === 'admin')
        return (
          <section key={group} aria-label={group}>
            {hasHeading && <Heading aria-hidden>{group}</Heading>}
            <ul>
              {links.map((route) => (
                <RouteLink
                  key={route.path}
                  {...route}
                  hasCount={hasApprovals && route.path === '/manual-transactions'}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </Groups>
  )
}

/**
 * Links for the whole sale, Logout, and the user's email address, which links to the account, or on a
 * server without that page to the password change.
 */
export function SidebarFooter() {
  const user = useUser()
  const mayWrite = useMayWrite()
  const links = useVisibleRoutes().filter(({ group }) => group === 'foot')
  const hasAccount = links.some(({ path }) => path === '/account')
  const { requestLogout, confirmation } = useLogout(closeSidebar)
  return (
    <Footer>
      {!mayWrite && (
        <SilentBoundary>
          <Reader isLine />
        </SilentBoundary>
      )}
      {links.length > 0 && (
        <FootLinks>
          {links.map((route) => (
            <RouteLink key={route.path} {...route} />
          ))}
        </FootLinks>
      )}
      <Account>
        <button type="button" className={item} onClick={requestLogout}>
          <Icon of={LogOut} />
          Logout
        </button>
        {user !== null && (
          <Link
            href={hasAccount ? '/account' : '/reset-password'}
            className={`${email} trunc`}
            title={hasAccount ? 'Your account' : 'Change your password'}
            onClick={closeSidebar}
          >
            {user.email}
          </Link>
        )}
      </Account>
      {confirmation}
    </Footer>
  )
}
