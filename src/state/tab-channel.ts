import { TAB_CHANNEL } from './storage.ts'

/**
 * A message to the other tabs of this origin. Tabs of the previous version read it too: a renamed
 * field would not reach them, and a tab would miss a logout.
 */
export type TabMessage =
  | { type: 'tokens'; generation: number; access: string; userId: string }
  | { type: 'who-has-tokens'; generation: number }
  /** `chosen`: by Logout, not by the server. Earlier versions leave it out. */
  | { type: 'signed-out'; chosen?: boolean }
  | { type: 'signed-in' }
  | { type: 'is-anything-unsaved'; question: string }
  | { type: 'unsaved'; question: string }

type Listener = (message: TabMessage) => void

const listeners = new Set<Listener>()
let channel: BroadcastChannel | null | undefined

function isTabMessage(data: unknown): data is TabMessage {
  return typeof data === 'object' && data !== null && 'type' in data
}

function openChannel(): BroadcastChannel | null {
  if (channel !== undefined) return channel
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(TAB_CHANNEL)
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (!isTabMessage(event.data)) return
    for (const listener of listeners) listener(event.data)
  })
  return channel
}

/** Sends a message to every other tab of this origin. */
export function notifyTabs(message: TabMessage): void {
  openChannel()?.postMessage(message)
}

/** Calls the listener for each message of another tab, until the returned function is called. */
export function onTabMessage(listener: Listener): () => void {
  openChannel()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
