import { ownPath, type NavigateAnswer, type PageMessage } from './messages.ts'
import { readNotice } from './push-notice.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * A page that is frozen, or of a build that knows no notifications, does not answer. It may hold unsaved
 * input too. Firefox lets a click open a window for a second only.
 */
const ANSWER_LIMIT_MS = 800

let latest: Promise<unknown> = Promise.resolve()

/**
 * Does one thing after the other: Chromium forgets a notification that another event asks for while it
 * is about to appear.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  const mine = latest.then(work)
  latest = mine.catch(() => undefined)
  return mine
}

/** Shows the notice of a message. The worker stores nothing of it. */
export function showPush(event: PushEvent): void {
  const text = event.data?.text() ?? null
  event.waitUntil(inTurn(() => showNotice(text)))
}

async function showNotice(text: string | null): Promise<void> {
  const { title, options } = readNotice(text, self.location.origin)
  // Without `renotify`, one that replaces a notice of its tag is quiet: a sound is for something new.
  await self.registration.showNotification(title, options)
  await showBadge()
}

/** Sets the number on the app's icon: that of the notices shown now. */
async function showBadge(): Promise<void> {
  const { navigator, registration } = self
  if (!('setAppBadge' in navigator)) return
  const number = (await registration.getNotifications()).length
  // Refused if the app is not installed: then there is no icon either.
  await (number > 0 ? navigator.setAppBadge(number) : navigator.clearAppBadge()).catch(
    () => undefined,
  )
}

/** Opens the page of a notice. */
export function openNotice(event: NotificationEvent): void {
  const { notification } = event
  notification.close()
  // Written by `showNotice`, possibly of an earlier build.
  const data: unknown = notification.data
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : '/'
  event.waitUntil(Promise.all([openPath(ownPath(path, self.location.origin)), inTurn(showBadge)]))
}

export function countClosed(event: NotificationEvent): void {
  event.waitUntil(inTurn(showBadge))
}

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/**
 * Shows a page in an open window that can navigate by itself. One with unsaved input stays as it is, and
 * so does one that does not answer: then another window opens.
 */
async function openPath(path: string): Promise<void> {
  const windows = await openWindows()
  const client =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  const isShown = client !== undefined && (await navigateClient(client, path))
  if (!isShown) await self.clients.openWindow(path)
}

/** @returns whether the page has navigated */
async function navigateClient(client: WindowClient, path: string): Promise<boolean> {
  const message: PageMessage = { type: 'NAVIGATE', path }
  const done: NavigateAnswer = 'done'
  const channel = new MessageChannel()
  const answer = new Promise<unknown>((resolve) => {
    channel.port1.addEventListener('message', ({ data }) => resolve(data))
    channel.port1.start()
    setTimeout(() => resolve(null), ANSWER_LIMIT_MS)
  })
  client.postMessage(message, [channel.port2])
  const isShown = (await answer) === done
  channel.port1.close()
  // Not before the answer: a click may focus a window or open one, not both.
  if (isShown) await client.focus().catch(() => undefined)
  return isShown
}

/** Notifies open pages. Without one nothing is lost: the app compares its subscription when it starts. */
export function passOnChange(event: ExtendableEvent): void {
  event.waitUntil(notifyPages({ type: 'PUSH_CHANGED' }))
}

async function notifyPages(message: PageMessage): Promise<void> {
  for (const client of await openWindows()) client.postMessage(message)
}
