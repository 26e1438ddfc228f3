import { isIos } from '#src/domain/ios.ts'
import { deviceName } from '#src/domain/people/device-name.ts'
import { withTimeout } from '#src/domain/time/waits.ts'
import { currentUser } from '#src/state/session.ts'
import { readStored, removeStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'
import { pushCalls } from '#src/wire/push.ts'
import { send } from './http.ts'

/** Whether this browser can show pushed notices, and what it takes. */
type PushSupport = 'yes' | 'needs-install' | 'blocked' | 'no'

export function pushSupport(): PushSupport {
  const hasPush = 'PushManager' in globalThis && 'Notification' in globalThis
  // Browsers of iOS push to apps on the home screen only.
  if (!('serviceWorker' in navigator) || !hasPush)
    return isIos(navigator.userAgent, navigator.maxTouchPoints) ? 'needs-install' : 'no'
  return Notification.permission === 'denied' ? 'blocked' : 'yes'
}

const READY_LIMIT_MS = 10_000

/** Why this browser is not notified, for the person: a refusal that is no error of a call. */
class PushRefusal extends Error {}

/** The registered worker. @throws PushRefusal if there is none after 10 s, as in a private window */
async function registration(): Promise<ServiceWorkerRegistration> {
  return withTimeout(
    navigator.serviceWorker.ready,
    READY_LIMIT_MS,
    () => new PushRefusal('The app is not ready to be notified. Reload it and try again.'),
  )
}

/** Bytes of base64url: not all browsers take the text. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

/** This browser's subscription for the server's key, after asking for the permission. */
async function subscribe(): Promise<PushSubscription> {
  // First: browsers ask only in the moment after a click.
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushRefusal('The browser blocks notices of this site. Allow them and try again.')
  const { public_key } = await send(pushCalls.getPushKey, {})
  const { pushManager } = await registration()
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(public_key) }
  try {
    return await pushManager.subscribe(options)
  } catch {
    // One for an earlier key of the server is in the way.
    await (await pushManager.getSubscription())?.unsubscribe()
  }
  try {
    return await pushManager.subscribe(options)
  } catch (cause) {
    throw new PushRefusal('The push service of this browser does not answer. Try again later.', {
      cause,
    })
  }
}

/**
 * Subscribes this browser, and tells the server. Call it from a click.
 * @returns why it was refused, for the person; null when this device is notified
 * @throws ApiError when the server fails
 */
export async function notifyThisDevice(): Promise<string | null> {
  try {
    await save(await subscribe())
    return null
  } catch (error) {
    if (error instanceof PushRefusal) return error.message
    throw error
  }
}

async function save(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await send(pushCalls.savePushDevice, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      name: deviceName(navigator.userAgent) ?? 'This device',
    },
  })
  writeStored(STORAGE_KEYS.notifiedUser, currentUser()?.id)
}

/**
 * Tells the server again where this device is reached, if this person is notified here: the device has
 * ended with the session before, or the browser has replaced its subscription. It asks for nothing.
 */
export async function renewThisDevice(): Promise<void> {
  const user = currentUser()
  if (user === null || readStored(STORAGE_KEYS.notifiedUser) !== user.id) return
  if (pushSupport() !== 'yes' || Notification.permission !== 'granted') return
  await save(await subscribe())
}

/** Ends the subscription of this browser, if it has one. */
export async function forgetThisDevice(): Promise<void> {
  removeStored(STORAGE_KEYS.notifiedUser)
  const { pushManager } = await registration()
  await (await pushManager.getSubscription())?.unsubscribe()
}
