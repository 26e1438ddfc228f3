import type { Page } from '@playwright/test'
import { newDevice, signInAt, untilShellIsKept } from '#tests/support/journeys/e2e-device.ts'
import type { Device } from '#tests/support/journeys/e2e-device.ts'
import { holdWrites } from '#tests/support/journeys/e2e-held-disk.ts'
import { ALL, expect, LONG, test } from '#tests/support/journeys/e2e.ts'
import { readTotal } from '#tests/support/screens/total-card.ts'

// Another tab of the same origin can block a database indefinitely, with an unfinished write or by
// blocking a deletion or an upgrade. Requests of this tab then never settle.

const ADMIN = 'admin@saleroom.example'
const CACHE = 'saleroom:v2:cache'
const SESSION = 'saleroom:v2:session'

const notice = (page: Page) => page.getByRole('status', { name: 'Storage does not answer' })

async function choosePeriod(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`period=${name.toLowerCase()}`))
  await expect(page.getByText(/^As of /)).toBeVisible()
}

/** A page of the app's origin that does not run the app. */
async function openOther(page: Page, url: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(`${url}/icons/favicon.v1.svg`)
  return other
}

/** Opens a database and does not close it on `versionchange`. */
const holdOpen = (other: Page, name: string) =>
  other.evaluate(
    (database) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(database)
        opening.addEventListener('success', () => {
          Object.assign(globalThis, { held: opening.result })
          resolve()
        })
      }),
    name,
  )

/** Requests the deletion or the upgrade of a database and waits until it is blocked. */
const requestDatabases = (other: Page, name: string, how: 'deletion' | 'upgrade') =>
  other.evaluate(
    ([database, what]) =>
      new Promise<void>((resolve) => {
        const request =
          what === 'deletion' ? indexedDB.deleteDatabase(database) : indexedDB.open(database, 2)
        request.addEventListener('blocked', () => resolve())
      }),
    [name, how] as const,
  )

test.describe('A database that another tab holds', () => {
  test.use({ serviceWorkers: 'allow' })
  let device: Device
  let page: Page
  let figure: string

  test.beforeEach(async ({ app }) => {
    device = await newDevice()
    ;({ page } = await device.open())
    await signInAt(page, app.url, ADMIN)
    figure = await readTotal(page)
    await untilShellIsKept(page)
    await expect(page.getByText(/^As of /)).toBeVisible()
  })
  test.afterEach(async () => {
    // The pages that block a database are plain files, for which the browser requests an icon.
    const complaints = device.complaints.filter((text) => !text.includes('/favicon.ico'))
    await device.discard()
    expect(complaints).toEqual([])
  })

  test('a write that never ends delays neither the figures nor the start', ALL, async ({ app }) => {
    const other = await openOther(page, app.url)
    await holdWrites(other, [CACHE, SESSION])
    await choosePeriod(page, 'Year')
    const year = await readTotal(page)
    await choosePeriod(page, 'Week')
    await expect(notice(page)).toBeVisible()
    await choosePeriod(page, 'Year')
    expect(await readTotal(page)).toBe(year)
    await other.close()
    // The database responds late: the results fetched meanwhile are stored.
    await expect(notice(page)).toBeHidden()

    const third = await openOther(page, app.url)
    await holdWrites(third, [CACHE])
    await page.goto(`${app.url}/?period=all`)
    expect(await readTotal(page)).toBe(figure)
    await expect(page.getByText(/^As of /)).toBeVisible()
    await third.close()

    await page.reload()
    expect(await readTotal(page)).toBe(figure)
    await expect(notice(page)).toBeHidden()
  })

  for (const how of ['deletion', 'upgrade'] as const) {
    const title = `${how === 'deletion' ? 'a' : 'an'} ${how} that is held up holds up no start`
    test(title, how === 'deletion' ? ALL : LONG, async ({ app }) => {
      const holder = await openOther(page, app.url)
      await holdOpen(holder, CACHE)
      const blocked = await openOther(page, app.url)
      await requestDatabases(blocked, CACHE, how)
      await choosePeriod(page, 'Week')
      await page.goto(`${app.url}/?period=all`)
      expect(await readTotal(page)).toBe(figure)
      await expect(page.getByText(/^As of /)).toBeVisible()
      await choosePeriod(page, 'Month')
      await expect(notice(page)).toBeVisible()

      await holder.close()
      await blocked.close()
      await page.goto(`${app.url}/?period=all`)
      expect(await readTotal(page)).toBe(figure)
      await expect(notice(page)).toBeHidden()
    })
  }

  test('a session that cannot be read leads to a sign-in, which works', ALL, async ({ app }) => {
    const other = await openOther(page, app.url)
    await holdWrites(other, [SESSION])
    await page.goto(`${app.url}/leads`)
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await signInAt(page, app.url, ADMIN)
    expect(await readTotal(page)).toBe(figure)
    await choosePeriod(page, 'Week')
    await other.close()
    await page.goto(`${app.url}/?period=all`)
    expect(await readTotal(page)).toBe(figure)
  })
})
