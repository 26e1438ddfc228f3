import { expect } from '@playwright/test'
import { DATABASES } from '#src/state/storage.ts'
import { DEMO_PASSWORD } from '#tests/support/journeys/e2e.ts'
import { label, role, until } from './engine-page.ts'
import type { EnginePage } from './engine-page.ts'
import type { Query } from './page-search.ts'

export const ADMIN = 'admin@saleroom.example'

/** The pages of an admin's sidebar, with their titles. */
export const PAGES = [
  ['/', 'Home'],
  ['/channels', 'Channels'],
  ['/stages', 'Stages'],
  ['/settlement', 'Settlement'],
  ['/allocations', 'Allocations'],
  ['/transactions', 'Transactions Search'],
  ['/users', 'User Search'],
  ['/manual-transactions', 'Manual Transactions'],
  ['/bonus-codes', 'Bonus Codes'],
  ['/leads', 'Leads'],
  ['/banners', 'Banners'],
  ['/seo-scripts', 'SEO Scripts'],
  ['/project-settings', 'Project Settings'],
  ['/connections', 'Connections'],
  ['/activity', 'Activity'],
  ['/team', 'Team'],
  ['/alerts', 'Alerts'],
] as const

/** Console messages of requests to a server that is away, in each engine. */
export const SERVER_AWAY =
  /ERR_CONNECTION_(?:REFUSED|RESET)|ERR_EMPTY_RESPONSE|Could not connect|Connection (?:refused|terminated|reset)|status of 50\d/

export const title = (name: string): Query => role('heading', name, { level: 1 })

// Another button is named "Login with a passkey".
export const pressLogin = (page: EnginePage) => page.press(role('button', 'Login'))

/** Signs in through the form, and waits for Home. */
export async function signIn(page: EnginePage, url: string): Promise<void> {
  await page.visit(`${url}/login`)
  await page.fill(label('Email'), ADMIN)
  await page.fill(label('Password'), DEMO_PASSWORD)
  await pressLogin(page)
  await page.see(title('Home'))
}

/** Acts in the sidebar. Where it overlays the page, opens it before and closes it after. */
export async function inSidebar(
  page: EnginePage,
  isPhone: boolean,
  act: () => Promise<void>,
): Promise<void> {
  if (isPhone) await page.press(role('button', 'Open menu'))
  await act()
  if (isPhone) await page.key('Escape')
}

const TOTAL = /\$[\d,]{5,}/

/** The total of Home's first card, for example "$885,097", once it is there. */
export async function readTotal(page: EnginePage): Promise<string> {
  const card = await page.see(
    role('region', 'Transactions'),
    ({ text, attributes }) =>
      attributes['aria-busy'] === 'false' && TOTAL.test(text.replaceAll('\n', '')),
  )
  return TOTAL.exec(card.text.replaceAll('\n', ''))?.[0] ?? ''
}

/** Waits until the service worker has cached the shell and controls this page. */
export async function untilShellIsKept(page: EnginePage): Promise<void> {
  await until('a service worker', () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready
      return navigator.serviceWorker.controller === null ? undefined : true
    }),
  )
}

/** Long enough for a busy machine: storage that is locked never answers. */
const STORAGE_LIMIT_MS = 10_000

/** Counts what the device keeps of the session and of the results. Fails where the storage hangs. */
export async function readKept(page: EnginePage): Promise<{ session: number; results: number }> {
  const counts = await page.evaluate(
    async ({ names, limit }) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(new Error(String(request.error))))
        })
      const count = async (name: string) => {
        const database = await settled(indexedDB.open(name))
        const stored = await settled(
          database.transaction('entries').objectStore('entries').getAllKeys(),
        )
        database.close()
        return stored.length
      }
      const hung = new Promise<null>((resolve) => {
        setTimeout(() => resolve(null), limit)
      })
      return Promise.race([Promise.all(names.map(count)), hung])
    },
    { names: [DATABASES.session, DATABASES.cache], limit: STORAGE_LIMIT_MS },
  )
  expect(counts, 'The storage of the device does not answer').not.toBeNull()
  const [session = 0, results = 0] = counts ?? []
  return { session, results }
}
