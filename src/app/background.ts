import { subscribe } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { renewThisDevice } from '#src/api/push-subscription.ts'
import { watchRefusals } from '#src/api/watch-refusals.ts'
import { watchRevocations } from '#src/session/revocations.ts'
import { session } from '#src/state/session.ts'
import { sweepOldVersions } from '#src/state/storage-sweep.ts'
import { isAnythingUnsaved } from '#src/writes/unsaved-changes.ts'
import { readPageMessage, ownPath, type NavigateAnswer } from '#sw/messages.ts'
import { aroundNav } from './navigation.ts'
import { watchUpdates } from './updates.ts'

/** Starts what no page needs for its first paint. */
export function startBackground(): void {
  void watchRevocations()
  watchRefusals()
  watchUpdates()
  watchNotificationClicks()
  watchPushDevice()
  sweepOldVersions()
}

/** Keeps this device among those that are notified, after a sign-in and a change of its subscription. */
function watchPushDevice(): void {
  if (!('serviceWorker' in navigator)) return
  // Nobody waits for it: the page "Alerts" shows whether this device is notified.
  const renew = () => void renewThisDevice().catch(() => undefined)
  let userId = ''
  const renewForUser = () => {
    const { current } = session
    const next = current.is === 'in' ? current.user.id : ''
    const isOther = next !== userId
    userId = next
    if (isOther && next !== '') renew()
  }
  subscribe(session, renewForUser)
  renewForUser()
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (readPageMessage(data)?.type === 'PUSH_CHANGED') renew()
  })
}

/**
 * Opens the page of a notification that was clicked, when the service worker asks for it. With unsaved
 * input this tab stays where it is, and the worker opens another window.
 */
export function watchNotificationClicks(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    const message = readPageMessage(data)
    if (message?.type !== 'NAVIGATE') return
    const answer: NavigateAnswer = isAnythingUnsaved() ? 'busy' : 'done'
    if (answer === 'done') aroundNav(navigate, ownPath(message.path, location.origin), {})
    ports[0]?.postMessage(answer)
  })
}
