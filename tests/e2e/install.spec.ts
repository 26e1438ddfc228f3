import type { Page } from '@playwright/test'
import { STORAGE_KEYS } from '#src/state/storage.ts'
import {
  newDevice,
  signInAt,
  untilCardIsKept,
  untilShellIsKept,
} from '#tests/support/journeys/e2e-device.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'

test.use({ serviceWorkers: 'allow' })

type Icon = { src: string; sizes: string; type: string; purpose?: string }
type Manifest = {
  id: string
  icons: Icon[]
  screenshots: (Icon & { form_factor: string; label: string })[]
  shortcuts: { url: string; icons: Icon[] }[]
}

/** The decoded size of each image, 'WxH'. */
const sizesOf = (page: Page, sources: readonly string[]) =>
  page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (src) => {
          const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
          return `${width}x${height}`
        }),
      ),
    sources,
  )

test('The browser reports no installability error', async ({ app }) => {
  const device = await newDevice({ isWhole: true })
  const { context, page } = await device.open()
  await page.goto(`${app.url}/login`)
  const cdp = await context.newCDPSession(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const found = await cdp.send('Page.getAppManifest')
  expect(found.errors).toEqual([])
  expect((await cdp.send('Page.getAppId')).appId).toBe(`${app.url}/`)

  const manifest = JSON.parse(found.data ?? '') as Manifest
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ].filter(({ type }) => type === 'image/png')
  const sizes = await sizesOf(
    page,
    pictures.map(({ src }) => src),
  )
  expect(sizes).toEqual(pictures.map(({ sizes: declared }) => declared))
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(
    expect.arrayContaining(['any', 'maskable']),
  )
  expect(manifest.screenshots.map(({ form_factor }) => form_factor).toSorted()).toEqual([
    'narrow',
    'wide',
  ])
  for (const { url } of manifest.shortcuts) {
    await page.goto(app.url + url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await device.discard()
})

test('The installed app opens with the server stopped', ALL, async ({ ownApp }) => {
  const device = await newDevice({ isWhole: true })
  const { context, page } = await device.open()
  await signInAt(page, ownApp.url, 'admin@saleroom.example')
  await untilShellIsKept(page)
  await expect(page.getByText(/^As of /)).toBeVisible()
  await untilCardIsKept(page, 'all')
  const browser = context.browser()
  const cdp =
    browser === null ? await context.newCDPSession(page) : await browser.newBrowserCDPSession()
  const manifestId = `${ownApp.url}/`
  await cdp.send('PWA.install', { manifestId, installUrlOrBundleUrl: manifestId })
  await ownApp.stop()
  // An open window of the app would get the focus instead (launch_handler).
  await page.goto('about:blank')
  await cdp.send('PWA.launch', { manifestId })
  // Without a screen the browser may launch it in the existing window.
  const launchedPage = () => context.pages().find((one) => one.url().startsWith(manifestId))
  await expect.poll(() => launchedPage()?.url()).toBe(manifestId)
  const launched = launchedPage() ?? page
  await expect(launched.getByRole('status', { name: 'Offline' })).toContainText(
    /showing data from/i,
  )
  await expect(launched.getByRole('region', { name: 'Transactions' })).toContainText(/\$[\d,]{5,}/)
  await device.discard()
})

/** Simulates the browser's install offer, which needs a real screen, and counts the prompts. */
const offer = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((result) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => document.body.setAttribute('data-prompted', 'yes'),
      userChoice: Promise.resolve({ outcome: result }),
    })
    dispatchEvent(event)
  }, outcome)

test('The install button is shown while the browser offers installation, until the user decides', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'admin@saleroom.example')
  const button = page.getByRole('button', { name: 'Install app' })
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(button).toBeHidden()
  await offer(page, 'accepted')
  await button.click()
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'yes')
  await expect(button).toBeHidden()

  await offer(page, 'accepted')
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(button).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await offer(page, 'accepted')
  await expect(button).toBeHidden()

  // "Later" lasts a month.
  await page.evaluate((key) => {
    localStorage.setItem(key, JSON.stringify(Date.now() - 31 * 86_400_000))
  }, STORAGE_KEYS.installDismissedAt)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await offer(page, 'accepted')
  await expect(button).toBeVisible()
})
