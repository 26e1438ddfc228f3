import { navigate } from 'wouter/use-browser-location'
import { isAnythingUnsaved } from '#src/writes/unsaved-changes.ts'
import { ownPath, readPageMessage, type NavigateAnswer } from '#sw/messages.ts'
import { aroundNav } from './navigation.ts'

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
