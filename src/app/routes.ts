import { matchesPath, pathSegments } from '#src/domain/sale/page-path.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { LazyPart } from '#src/ui/lazy-part.tsx'
import type { Feature } from '#src/wire/features.ts'

/** Who may see a page. `open`: everybody; `finance`: roles admin, user and client. */
export type Access = 'open' | 'signed-out' | 'signed-in' | 'finance' | 'admin'

/** The groups of the sidebar. The links of `foot` stand above Logout. */
export type Group = 'Overview' | 'Sales' | 'Site' | 'foot'

export type AppRoute = {
  /** Segments that begin with a colon take any text. */
  path: string
  title: string
  /** The title of a record's page by the last segment of its path; `title` without it. */
  titleOf?: (id: string) => string
  /** The same for the title of the document, where it says more. */
  documentTitleOf?: (id: string) => string
  access: Access
  /** Shows what happened in the selected period, which it names on a phone. */
  hasPeriod?: boolean
  /** Leaves out unknown labels on request. */
  hasUnknown?: boolean
  /** Hidden while the server lacks it. */
  needs?: Feature
  /** Where its link stands in the sidebar; without it, no link leads there. */
  group?: Group
  /** The path of the page that it belongs to, which leads back there. */
  parent?: string
  /** Rendered in AuthLayout, without sidebar and top bar. */
  isBare?: boolean
  page: LazyPart
}

/** Every page, in the order of the sidebar. */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    title: 'Home',
    access: 'signed-in',
    hasPeriod: true,
    group: 'Overview',
    page: lazyPart(() => import('#src/features/home/HomePage.tsx'), 'HomePage'),
  },
  {
    path: '/launch-comparison',
    title: 'Launch comparison',
    access: 'finance',
    needs: 'campaigns',
    parent: '/',
    page: lazyPart(
      () => import('#src/features/launch-comparison/LaunchComparisonPage.tsx'),
      'LaunchComparisonPage',
    ),
  },
  {
    path: '/channels',
    title: 'Channels',
    access: 'finance',
    hasPeriod: true,
    hasUnknown: true,
    needs: 'campaigns',
    group: 'Overview',
    page: lazyPart(() => import('#src/features/channels/ChannelsPage.tsx'), 'ChannelsPage'),
  },
  {
    path: '/stages',
    title: 'Stages',
    access: 'finance',
    needs: 'stages',
    group: 'Overview',
    page: lazyPart(() => import('#src/features/stages/StagesPage.tsx'), 'StagesPage'),
  },
  {
    path: '/stages/:project/edit',
    title: 'Edit stages',
    access: 'admin',
    needs: 'stages',
    parent: '/stages',
    page: lazyPart(() => import('#src/features/stages/edit/EditStagesPage.tsx'), 'EditStagesPage'),
  },
  {
    path: '/settlement',
    title: 'Settlement',
    access: 'finance',
    hasPeriod: true,
    needs: 'settlement',
    group: 'Overview',
    page: lazyPart(() => import('#src/features/settlement/SettlementPage.tsx'), 'SettlementPage'),
  },
  {
    path: '/allocations',
    title: 'Allocations',
    access: 'finance',
    needs: 'allocations',
    group: 'Overview',
    page: lazyPart(
      () => import('#src/features/allocations/AllocationsPage.tsx'),
      'AllocationsPage',
    ),
  },
  {
    path: '/allocations/:project/:id/difference',
    title: 'What has changed',
    access: 'finance',
    needs: 'allocations',
    parent: '/allocations',
    page: lazyPart(
      () => import('#src/features/allocations/difference/DifferencePage.tsx'),
      'DifferencePage',
    ),
  },
  {
    path: '/transactions',
    title: 'Transactions Search',
    access: 'finance',
    group: 'Sales',
    page: lazyPart(
      () => import('#src/features/transactions/TransactionsPage.tsx'),
      'TransactionsPage',
    ),
  },
  {
    path: '/users',
    title: 'User Search',
    access: 'finance',
    group: 'Sales',
    page: lazyPart(() => import('#src/features/users/UsersPage.tsx'), 'UsersPage'),
  },
  {
    path: '/users/:project/:address',
    title: 'Wallet',
    documentTitleOf: (address) => `Wallet ${shortAddress(address)}`,
    access: 'finance',
    parent: '/users',
    page: lazyPart(() => import('#src/features/users/WalletPage.tsx'), 'WalletPage'),
  },
  {
    path: '/transactions/:project/:id',
    title: 'Transaction',
    titleOf: (id) => `Transaction ${id}`,
    access: 'finance',
    parent: '/transactions',
    page: lazyPart(
      () => import('#src/features/transactions/TransactionPage.tsx'),
      'TransactionPage',
    ),
  },
  {
    path: '/transactions/payments',
    title: 'Payments without a purchase',
    access: 'finance',
    needs: 'chain',
    parent: '/transactions',
    page: lazyPart(() => import('#src/features/chain-payments/PaymentsPage.tsx'), 'PaymentsPage'),
  },
  {
    path: '/manual-transactions',
    title: 'Manual Transactions',
    access: 'finance',
    group: 'Sales',
    page: lazyPart(
      () => import('#src/features/manual-transactions/ManualTransactionsPage.tsx'),
      'ManualTransactionsPage',
    ),
  },
  {
    path: '/bonus-codes',
    title: 'Bonus Codes',
    access: 'finance',
    group: 'Sales',
    page: lazyPart(() => import('#src/features/bonus-codes/BonusCodesPage.tsx'), 'BonusCodesPage'),
  },
  {
    path: '/bonus-codes/:project/:id',
    title: 'Bonus code',
    access: 'finance',
    needs: 'campaigns',
    parent: '/bonus-codes',
    page: lazyPart(() => import('#src/features/bonus-codes/CodePage.tsx'), 'CodePage'),
  },
  {
    path: '/leads',
    title: 'Leads',
    access: 'signed-in',
    group: 'Sales',
    page: lazyPart(() => import('#src/features/leads/LeadsPage.tsx'), 'LeadsPage'),
  },
  {
    path: '/banners',
    title: 'Banners',
    access: 'signed-in',
    group: 'Site',
    page: lazyPart(() => import('#src/features/banners/BannersPage.tsx'), 'BannersPage'),
  },
  {
    path: '/seo-scripts',
    title: 'SEO Scripts',
    access: 'signed-in',
    group: 'Site',
    page: lazyPart(() => import('#src/features/seo-scripts/SeoScriptsPage.tsx'), 'SeoScriptsPage'),
  },
  {
    path: '/project-settings',
    title: 'Project Settings',
    access: 'signed-in',
    group: 'Site',
    page: lazyPart(
      () => import('#src/features/project-settings/ProjectSettingsPage.tsx'),
      'ProjectSettingsPage',
    ),
  },
  {
    path: '/connections',
    title: 'Connections',
    access: 'admin',
    group: 'Site',
    page: lazyPart(
      () => import('#src/features/connections/ConnectionsPage.tsx'),
      'ConnectionsPage',
    ),
  },
  {
    path: '/import',
    title: 'Import',
    access: 'admin',
    parent: '/connections',
    page: lazyPart(() => import('#src/features/import/ImportPage.tsx'), 'ImportPage'),
  },
  {
    path: '/activity',
    title: 'Activity',
    access: 'signed-in',
    hasPeriod: true,
    needs: 'audit',
    group: 'foot',
    page: lazyPart(() => import('#src/features/activity/ActivityPage.tsx'), 'ActivityPage'),
  },
  {
    path: '/team',
    title: 'Team',
    access: 'admin',
    group: 'foot',
    page: lazyPart(() => import('#src/features/team/TeamPage.tsx'), 'TeamPage'),
  },
  {
    path: '/alerts',
    title: 'Alerts',
    access: 'signed-in',
    needs: 'alerts',
    group: 'foot',
    page: lazyPart(() => import('#src/features/alerts/AlertsPage.tsx'), 'AlertsPage'),
  },
  {
    path: '/account',
    title: 'Account',
    access: 'signed-in',
    needs: 'factors',
    group: 'foot',
    page: lazyPart(() => import('#src/features/account/AccountPage.tsx'), 'AccountPage'),
  },
  {
    path: '/login',
    title: 'Login',
    access: 'signed-out',
    isBare: true,
    page: lazyPart(() => import('#src/features/sign-in/login/LoginPage.tsx'), 'LoginPage'),
  },
  {
    path: '/forgot-password',
    title: 'Forgot password',
    access: 'signed-out',
    isBare: true,
    page: lazyPart(
      () => import('#src/features/sign-in/forgot-password/ForgotPasswordPage.tsx'),
      'ForgotPasswordPage',
    ),
  },
  {
    path: '/set-password',
    title: 'Set a new password',
    access: 'open',
    isBare: true,
    page: lazyPart(
      () => import('#src/features/sign-in/set-password/SetPasswordPage.tsx'),
      'SetPasswordPage',
    ),
  },
  {
    path: '/verify-email',
    title: 'Verify Email',
    access: 'signed-in',
    isBare: true,
    page: lazyPart(
      () => import('#src/features/sign-in/verify-email/VerifyEmailPage.tsx'),
      'VerifyEmailPage',
    ),
  },
  {
    path: '/reset-password',
    title: 'Reset Password',
    access: 'signed-in',
    isBare: true,
    page: lazyPart(
      () => import('#src/features/sign-in/reset-password/ResetPasswordPage.tsx'),
      'ResetPasswordPage',
    ),
  },
  {
    path: '/second-factor',
    title: 'Set up a second factor',
    access: 'signed-in',
    isBare: true,
    page: lazyPart(
      () => import('#src/features/sign-in/second-factor/SecondFactorPage.tsx'),
      'SecondFactorPage',
    ),
  },
]

/** The route of a path, with or without a trailing slash; undefined for an unknown path. */
export function routeOf(path: string): AppRoute | undefined {
  return routes.find((route) => matchesPath(route.path, path))
}

/** The titles of a page: its heading, and the name that the document has. */
export function titlesOf(path: string): { title: string; documentTitle: string } {
  const route = routeOf(path)
  const id = pathSegments(path).at(-1) ?? ''
  const title = route?.titleOf?.(id) ?? route?.title ?? 'Not Found'
  return { title, documentTitle: route?.documentTitleOf?.(id) ?? title }
}
