import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '#scripts/free-port.mjs'
import { newDeployment } from '#tests/support/journeys/e2e-builds.ts'
import type { Deployment } from '#tests/support/journeys/e2e-builds.ts'
import { copyDemoData } from '#tests/support/journeys/e2e-demo-data.ts'
import { signInAt, storedText, untilShellIsKept } from '#tests/support/journeys/e2e-device.ts'
import { startServer } from '#tests/support/journeys/e2e-server.ts'
import type { RunningServer } from '#tests/support/journeys/e2e-server.ts'
import { ALL, closePages, expect, test } from '#tests/support/journeys/e2e.ts'

test.use({ serviceWorkers: 'allow' })

/** Console messages of requests to a server that is being replaced. */
const SERVER_AWAY = /ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|status of 50\d/

let deployment: Deployment
let data: string
let port: number
let server: RunningServer

async function restart(env: Record<string, string> = {}): Promise<void> {
  await server?.stop()
  const settings = { SALEROOM_DATA: data, PORT: String(port), ...env }
  server = await startServer(settings, deployment.folder)
}

test.beforeEach(async () => {
  deployment = await newDeployment()
  data = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
  await copyDemoData(data)
  port = await freePort()
  server = await startServer({ SALEROOM_DATA: data, PORT: String(port) }, deployment.folder)
})

test.afterEach(async ({ context }) => {
  await closePages(context)
  await server.stop()
  await deployment.discard()
  await rm(data, { recursive: true, force: true })
})

const prompt = (page: Page) => page.getByRole('status', { name: 'A new version is ready' })
const buildOf = (page: Page) => page.locator('#root').getAttribute('data-build')

/** Checks for a new build, as returning to the tab does. */
const checkForUpdate = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

async function untilPrompted(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await checkForUpdate(page)
      return prompt(page).isVisible()
    })
    .toBe(true)
}

test('A new version waits for consent, and reloads no tab that holds input', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(SERVER_AWAY)
  await signInAt(page, server.url, 'admin@saleroom.example')
  await untilShellIsKept(page)
  const form = await context.newPage()
  await form.goto(`${server.url}/reset-password`)
  const field = form.getByLabel('Current Password')
  await field.fill('half of it')
  const old = await buildOf(page)
  const other = await context.newPage()
  await other.goto(`${server.url}/leads`)
  await expect(other.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
  const assets = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )

  await deployment.deployAs('the-next-one')
  await restart()
  await untilPrompted(page)
  await untilPrompted(form)

  // Later: the old version keeps running.
  await prompt(form).getByRole('button', { name: 'Later' }).click()
  await expect(prompt(form)).toBeHidden()
  await expect(field).toHaveValue('half of it')

  // Reload loads the new version in this tab only.
  await prompt(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => buildOf(page)).toBe('the-next-one')
  expect(old).not.toBe('the-next-one')
  await expect(prompt(page)).toBeHidden()
  await expect(field).toHaveValue('half of it')
  expect(await buildOf(form)).toBe(old)

  // A tab of the old build loads the new one on its next navigation, which a crafted address cannot
  // redirect.
  await other.evaluate(() => history.pushState(null, '', '/login?next=%2F.%2F%2Fevil.example'))
  await expect(other).toHaveURL(`${server.url}/`)
  await expect.poll(() => buildOf(other)).toBe('the-next-one')
  await other.close()

  // That tab may reload now, but not while it holds input.
  await prompt(form).getByRole('button', { name: 'Reload' }).click()
  await expect(form.getByText('Save or discard what you have entered')).toBeVisible()
  await expect(field).toHaveValue('half of it')

  // The assets of its build are still served.
  const chunks = assets.filter((name) => /\/assets\/.*\.js$/.test(name))
  expect(chunks.length).toBeGreaterThan(3)
  for (const chunk of chunks) expect((await context.request.get(chunk)).status()).toBe(200)
  expect((await context.request.get(`${server.url}/assets/none-1234.js`)).status()).toBe(404)

  // Without input, its next navigation loads the new version.
  await field.fill('')
  await form.getByRole('button', { name: 'Back to Home' }).click()
  await expect.poll(() => buildOf(form)).toBe('the-next-one')
})

test(
  'A new version that does not take over leaves the person a page that has reloaded',
  ALL,
  async ({ page, allowConsole }) => {
    allowConsole(SERVER_AWAY)
    await signInAt(page, server.url, 'admin@saleroom.example')
    await untilShellIsKept(page)
    await deployment.deployAs('the-next-one')
    await restart()
    await untilPrompted(page)
    // What the old worker does for this page keeps the new one waiting until the page is gone.
    await page.evaluate(() => {
      document.documentElement.dataset['isOld'] = 'true'
      ServiceWorker.prototype.postMessage = () => undefined
    })
    await prompt(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html')).not.toHaveAttribute('data-is-old')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await untilPrompted(page)
    await prompt(page).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => buildOf(page)).toBe('the-next-one')
  },
)

test('New headers of the page reach an installed app', ALL, async ({ page, allowConsole }) => {
  allowConsole(SERVER_AWAY)
  await signInAt(page, server.url, 'admin@saleroom.example')
  await untilShellIsKept(page)
  await restart({ SALEROOM_MEDIA_ORIGINS: 'https://media.example' })
  await untilPrompted(page)
  await prompt(page).getByRole('button', { name: 'Reload' }).click()
  await expect
    .poll(() =>
      page
        .evaluate(async () => {
          const kept = await caches.match('/index.html', { ignoreSearch: true })
          return kept?.headers.get('content-security-policy') ?? ''
        })
        // During the reload the page cannot be evaluated.
        .catch(() => ''),
    )
    .toContain('https://media.example')
})

test(
  'A harmful service worker can be made to remove itself, and the user stays signed in',
  ALL,
  async ({ page, allowConsole }) => {
    allowConsole(SERVER_AWAY)
    await signInAt(page, server.url, 'admin@saleroom.example')
    await untilShellIsKept(page)
    await deployment.deployWithoutWorker()
    await restart()
    await expect
      .poll(async () => {
        try {
          // As returning to the tab does, each time: a single check may fail on a busy machine.
          await checkForUpdate(page)
          return await page.evaluate(async () => {
            const workers = await navigator.serviceWorker.getRegistrations()
            return workers.length === 0 && (await caches.keys()).length === 0
          })
        } catch {
          // The worker finally reloads the page.
          return false
        }
      })
      .toBe(true)
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    expect(await storedText(page)).toContain('"refresh"')
  },
)
