import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { LazyPart } from '#src/ui/lazy-part.tsx'

/** Who may see a page (spec 2). `finance`: roles admin, user and client. */
export type Access = 'signed-out' | 'signed-in' | 'finance'

export type AppRoute = {
  path: string
  title: string
  access: Access
  /** A page without sidebar and top bar. */
  isBare?: boolean
  page: LazyPart
}

/** Every screen, in the order of the sidebar. */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    title: 'Home',
    access: 'signed-in',
    page: lazyPart(() =>
      import('#src/features/home/HomePage.tsx').then((screen) => screen.HomePage),
    ),
  },
  {
    path: '/project-settings',
    title: 'Project Settings',
    access: 'signed-in',
    page: lazyPart(() =>
      import('#src/features/project-settings/ProjectSettingsPage.tsx').then(
        (screen) => screen.ProjectSettingsPage,
      ),
    ),
  },
  {
    path: '/users',
    title: 'User Search',
    access: 'finance',
    page: lazyPart(() =>
      import('#src/features/users/UsersPage.tsx').then((screen) => screen.UsersPage),
    ),
  },
  {
    path: '/transactions',
    title: 'Transactions Search',
    access: 'finance',
    page: lazyPart(() =>
      import('#src/features/transactions/TransactionsPage.tsx').then(
        (screen) => screen.TransactionsPage,
      ),
    ),
  },
  {
    path: '/manual-transactions',
    title: 'Manual Transactions',
    access: 'finance',
    page: lazyPart(() =>
      import('#src/features/manual-transactions/ManualTransactionsPage.tsx').then(
        (screen) => screen.ManualTransactionsPage,
      ),
    ),
  },
  {
    path: '/bonus-codes',
    title: 'Bonus Codes',
    access: 'finance',
    page: lazyPart(() =>
      import('#src/features/bonus-codes/BonusCodesPage.tsx').then(
        (screen) => screen.BonusCodesPage,
      ),
    ),
  },
  {
    path: '/seo-scripts',
    title: 'SEO Scripts',
    access: 'signed-in',
    page: lazyPart(() =>
      import('#src/features/seo-scripts/SeoScriptsPage.tsx').then(
        (screen) => screen.SeoScriptsPage,
      ),
    ),
  },
  {
    path: '/leads',
    title: 'Leads',
    access: 'signed-in',
    page: lazyPart(() =>
      import('#src/features/leads/LeadsPage.tsx').then((screen) => screen.LeadsPage),
    ),
  },
  {
    path: '/banners',
    title: 'Banners',
    access: 'signed-in',
    page: lazyPart(() =>
      import('#src/features/banners/BannersPage.tsx').then((screen) => screen.BannersPage),
    ),
  },
  {
    path: '/login',
    title: 'Login',
    access: 'signed-out',
    isBare: true,
    page: lazyPart(() =>
      import('#src/features/login/LoginPage.tsx').then((screen) => screen.LoginPage),
    ),
  },
  {
    path: '/verify-email',
    title: 'Verify Email',
    access: 'signed-in',
    isBare: true,
    page: lazyPart(() =>
      import('#src/features/verify-email/VerifyEmailPage.tsx').then(
        (screen) => screen.VerifyEmailPage,
      ),
    ),
  },
  {
    path: '/reset-password',
    title: 'Reset Password',
    access: 'signed-in',
    isBare: true,
    page: lazyPart(() =>
      import('#src/features/reset-password/ResetPasswordPage.tsx').then(
        (screen) => screen.ResetPasswordPage,
      ),
    ),
  },
]

/** The route of a path, with or without a slash at its end; undefined when there is none. */
export function routeOf(path: string): AppRoute | undefined {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  return routes.find((route) => route.path === plain)
}
