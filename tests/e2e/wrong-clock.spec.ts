import type { Page } from '@playwright/test'
import {
  newDevice,
  signInAt,
  untilCardIsKept,
  untilPeriodIsKept,
  untilShellIsKept,
} from '#tests/support/journeys/e2e-device.ts'
import type { Device } from '#tests/support/journeys/e2e-device.ts'
import { ALL, expect, LONG, test } from '#tests/support/journeys/e2e.ts'
import { readTotal, totalCard } from '#tests/support/screens/total-card.ts'

// A device's clock may be wrong by an hour (zone set by hand) or by a year (empty battery).

const ADMIN = 'admin@saleroom.example'
const HOUR_MS = 3_600_000

const offline = (page: Page) => page.getByRole('status', { name: 'Offline' })
const warning = (page: Page) => page.getByRole('status', { name: 'Clock is wrong' })

/** Expects that the page's "As of" is a time of the device's clock within the last few minutes. */
async function expectRecent(page: Page, start: 'As of' | 'Saved at'): Promise<void> {
  const age = page.getByText(new RegExp(`^${start} `))
  // Results of an earlier visit are shown with their age until the first responses arrive.
  await expect(async () => {
    const words = await age.innerText({ timeout: 1000 })
    const [now, shown] = await page.evaluate((text) => {
      const date = new Date()
      const [hours = 0, minutes = 0] = /\d\d:\d\d/.exec(text)?.[0].split(':').map(Number) ?? []
      return [date.getHours() * 60 + date.getMinutes(), hours * 60 + minutes] as const
    }, words)
    // Around midnight the minutes of the day wrap.
    expect((now - shown + 1440) % 1440).toBeLessThan(15)
  }).toPass()
}

for (const [name, offMs, words] of [
  ['an hour ahead', HOUR_MS, '1 hour ahead'],
  ['a year behind', -365 * 24 * HOUR_MS, '365 days behind'],
] as const) {
  test.describe(`A device whose clock is ${name}`, () => {
    test.use({ serviceWorkers: 'allow' })
    let device: Device
    test.beforeEach(async () => {
      device = await newDevice()
    })
    test.afterEach(async () => {
      await device.discard()
    })

    const openWrong = async () => {
      const opened = await device.open()
      await opened.context.clock.install({ time: Date.now() + offMs })
      return opened
    }

    // The larger error with the longer journey; test:long runs both journeys with both clocks.
    const isGreater = Math.abs(offMs) > HOUR_MS
    test(
      'keeps its session and its figures, and says so',
      isGreater ? ALL : LONG,
      async ({ app }) => {
        // With a correct clock.
        const { page } = await device.open()
        await signInAt(page, app.url, ADMIN)
        await page.goto(`${app.url}/?period=week`)
        const figure = await readTotal(page)
        await untilShellIsKept(page)
        await expect(page.getByText(/^As of /)).toBeVisible()
        await expect(warning(page)).toBeHidden()
        await untilCardIsKept(page, 'week')

        const wrong = await openWrong()
        const arrivedAt = Date.now() + offMs
        await wrong.page.goto(`${app.url}/?period=week`)
        await expect(warning(wrong.page)).toContainText(words)
        await expectRecent(wrong.page, 'As of')
        expect(await readTotal(wrong.page)).toBe(figure)
        await untilPeriodIsKept(wrong.page, 'week', arrivedAt)

        // No stored result is discarded or shown with a future time.
        await wrong.context.setOffline(true)
        await wrong.page.reload()
        await expect(offline(wrong.page)).toContainText(/showing data from/i)
        await expectRecent(wrong.page, 'Saved at')
        await expect(totalCard(wrong.page)).toContainText(figure)
        await device.close()

        const right = await device.open()
        await right.page.goto(`${app.url}/?period=week`)
        await expect(right.page.getByText(/^As of /)).toBeVisible()
        expect(await readTotal(right.page)).toBe(figure)
        await expect(warning(right.page)).toBeHidden()
        const isOfNetwork = (text: string) => text.includes('ERR_INTERNET_DISCONNECTED')
        expect(device.complaints.filter((text) => !isOfNetwork(text))).toEqual([])
      },
    )

    test('signs in, refreshes its tokens and signs out', isGreater ? LONG : {}, async ({ app }) => {
      const { page, context } = await openWrong()
      let refreshes = 0
      context.on('request', (request) => {
        if (request.url().endsWith('/auth/refresh-tokens')) refreshes += 1
      })
      await signInAt(page, app.url, ADMIN)
      await expectRecent(page, 'As of')
      const figure = await readTotal(page)
      await page.reload()
      await expectRecent(page, 'As of')
      expect(await readTotal(page)).toBe(figure)
      // One refresh at the start: a clock that disagrees with the tokens' times causes no loop.
      expect(refreshes).toBe(1)
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
      expect(device.complaints).toEqual([])
    })
  })
}
