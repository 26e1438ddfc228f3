import { subscribe } from 'valtio'
import { renewThisDevice } from '#src/api/push-subscription.ts'
import { session } from '#src/state/session.ts'
import { readPageMessage } from '#sw/messages.ts'

/** Keeps this device among those that are notified, after a sign-in and a change of its subscription. */
export function watchPushDevice(): void {
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
