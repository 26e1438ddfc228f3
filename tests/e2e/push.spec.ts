import type { CDPSession, Page, Worker } from '@playwright/test'
import {
  newDevice,
  signInAt,
  untilShellIsKept,
  type Device,
} from '#tests/support/journeys/e2e-device.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'

test.use({ serviceWorkers: 'allow' })

let device: Device
let page: Page

const message = {
  title: 'AURA: a purchase over your limit',
  body: 'Stage 2',
  path: '/leads?projects=AURA',
  tag: 'purchase-12',
  at: '2026-11-20T12:00:00.000Z',
}

/** Delivers a message to the worker, as the browser's push service does. */
type Deliver = (data: string) => Promise<void>

async function openPushed(url: string): Promise<{ deliver: Deliver; worker: Worker }> {
  await untilShellIsKept(page)
  const session: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(url))
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no worker')
  await worker.evaluate(countShown)
  let delivered = 0
  return {
    worker,
    deliver: async (data) => {
      delivered += 1
      await session.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
      // A page that reads the notifications too early makes Chromium forget the one that appears.
      await expect
        .poll(() => worker.evaluate(() => Reflect.get(globalThis, 'shown')))
        .toBe(delivered)
    },
  }
}

/** Counts the notifications that have appeared. Runs in the worker. */
function countShown(): void {
  // The scope of a worker, for which this file is not checked.
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
  const show = registration.showNotification.bind(registration)
  Object.assign(globalThis, { shown: 0 })
  registration.showNotification = async (title, options) => {
    await show(title, options)
    Reflect.set(globalThis, 'shown', Number(Reflect.get(globalThis, 'shown')) + 1)
  }
}

/** The notifications that are shown, by title. */
const shown = () =>
  page.evaluate(async () => {
    const { ready } = navigator.serviceWorker
    const notifications = await (await ready).getNotifications()
    return notifications
      .map(({ title, body, tag, icon, data }) => ({
        title,
        body,
        tag,
        icon,
        data: data as unknown,
      }))
      .toSorted((one, other) => one.title.localeCompare(other.title))
  })
const titles = async () => (await shown()).map(({ title }) => title)

/** What the worker did about an event of a notification. */
interface Done {
  opened: string[]
  badges: number[]
}

/**
 * Makes the worker handle a click on, or the closing of, the notification with this tag. No test can
 * click on what the system draws, and an event of a script may not extend itself.
 */
function handle(
  worker: Worker,
  type: 'notificationclick' | 'notificationclose',
  tag: string,
  path?: unknown,
): Promise<Done> {
  return worker.evaluate(
    async ([kind, wanted, other]) => {
      // The types of a worker's scope are not those of a page, for which this file is checked.
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration
        clients: { openWindow: unknown }
        navigator: Navigator
        NotificationEvent: new (type: string, init: object) => Event
      }
      const opened: string[] = []
      const badges: number[] = []
      const record = (list: unknown[], value: unknown) => Promise.resolve(void list.push(value))
      scope.clients.openWindow = (address: string) => record(opened, address)
      scope.navigator.setAppBadge = (count = 0) => record(badges, count)
      scope.navigator.clearAppBadge = () => record(badges, 0)
      const [found] = await scope.registration.getNotifications({ tag: wanted })
      if (found === undefined) throw new Error(`There is no notification ${wanted}`)
      const notification =
        other === null
          ? found
          : new Proxy(found, {
              get: (target, name) => {
                if (name === 'data') return { path: other }
                if (name === 'close') return () => target.close()
                return undefined
              },
            })
      if (kind === 'notificationclose') found.close()
      const event = new scope.NotificationEvent(kind, { notification: found })
      const work: Promise<unknown>[] = []
      Object.defineProperties(event, {
        notification: { value: notification },
        waitUntil: { value: (promise: Promise<unknown>) => work.push(promise) },
      })
      globalThis.dispatchEvent(event)
      await Promise.all(work)
      return { opened, badges }
    },
    [type, tag, path ?? null] as const,
  )
}

test.beforeEach(async ({ app }) => {
  // The headless shell has no notifications.
  device = await newDevice({ isWhole: true })
  const opened = await device.open()
  page = opened.page
  await opened.context.grantPermissions(['notifications'], { origin: app.url })
  await signInAt(page, app.url, 'user@saleroom.example')
})

test.afterEach(async () => {
  await device.discard()
  expect(device.complaints).toEqual([])
})

test('Every message shows a notification, and one with the same tag replaces it', async ({
  app,
}) => {
  const { deliver } = await openPushed(app.url)
  await deliver(`${JSON.stringify(message)}   `)
  await expect
    .poll(() => shown())
    .toEqual([
      {
        title: message.title,
        body: 'Stage 2',
        tag: 'purchase-12',
        icon: `${app.url}/icons/icon-192.v1.png`,
        data: { path: '/leads?projects=AURA' },
      },
    ])
  await deliver(JSON.stringify({ ...message, title: 'AURA: 3 notices' }))
  await expect.poll(() => titles()).toEqual(['AURA: 3 notices'])
  await deliver(JSON.stringify({ ...message, title: 'NOVA: quiet', tag: 'quiet-NOVA' }))
  await expect.poll(() => titles()).toEqual(['AURA: 3 notices', 'NOVA: quiet'])
  // Without a text that can be read there is a general one.
  await deliver('')
  await expect.poll(() => titles()).toEqual(['AURA: 3 notices', 'NOVA: quiet', 'Saleroom'])
  await deliver('{"title":"cut')
  await deliver(JSON.stringify({ ...message, title: 'Zeta', tag: 'last' }))
  await expect.poll(() => titles()).toEqual(['AURA: 3 notices', 'NOVA: quiet', 'Saleroom', 'Zeta'])
})

test(
  'A click opens the page in the open window, without loading the app again',
  ALL,
  async ({ app }) => {
    const { deliver, worker } = await openPushed(app.url)
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await page.evaluate(() => Object.assign(globalThis, { isSameLoad: true }))
    await deliver(JSON.stringify(message))
    await deliver(JSON.stringify({ ...message, title: 'NOVA: quiet', tag: 'quiet-NOVA' }))
    await expect.poll(() => titles()).toHaveLength(2)

    expect(await handle(worker, 'notificationclick', 'purchase-12')).toEqual({
      opened: [],
      badges: [1],
    })
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
    await expect(page).toHaveURL(/\/leads\?projects=AURA/)
    expect(await page.evaluate(() => 'isSameLoad' in globalThis)).toBe(true)
    expect(await titles()).toEqual(['NOVA: quiet'])

    // A crafted path opens Home.
    await handle(worker, 'notificationclick', 'quiet-NOVA', '//evil.example/x')
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    expect(await page.evaluate(() => 'isSameLoad' in globalThis)).toBe(true)
  },
)

test(
  'A click opens a new window if there is none, or if input would be lost',
  ALL,
  async ({ app }) => {
    const { deliver, worker } = await openPushed(app.url)
    await page.goto(`${app.url}/reset-password`)
    const field = page.getByLabel('Current Password')
    await field.fill('half of it')
    for (const tag of ['one', 'two', 'three']) await deliver(JSON.stringify({ ...message, tag }))
    await expect.poll(() => titles()).toHaveLength(3)

    const path = '/leads?projects=AURA'
    expect(await handle(worker, 'notificationclick', 'one')).toEqual({
      opened: [path],
      badges: [2],
    })
    await expect(field).toHaveValue('half of it')
    await field.fill('')

    const other = await page.context().newPage()
    await other.goto('about:blank')
    await page.close()
    expect(await handle(worker, 'notificationclick', 'two')).toEqual({
      opened: [path],
      badges: [1],
    })
    const closed = await handle(worker, 'notificationclose', 'three')
    expect(closed).toEqual({ opened: [], badges: [0] })
  },
)
