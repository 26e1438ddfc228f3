import { TAB_CHANNEL } from './storage.ts'

/** What one tab tells the others. Same-origin only; nothing here is kept. */
export type TabMessage =
  | { says: 'tokens'; generation: number; access: string; userId: string }
  | { says: 'who-has-tokens'; generation: number }
  /** `chosen`: by a person, and not by a refusal of the server; the version before left it out. */
  | { says: 'signed-out'; chosen?: boolean }
  | { says: 'signed-in' }
  | { says: 'is-anything-unsaved'; question: string }
  | { says: 'unsaved'; question: string }

type Listener = (message: TabMessage) => void

const listeners = new Set<Listener>()
let channel: BroadcastChannel | null | undefined

function isTabMessage(data: unknown): data is TabMessage {
  return typeof data === 'object' && data !== null && 'says' in data
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

/** To every other tab of this origin, never to this one. */
export function notifyTabs(message: TabMessage): void {
  openChannel()?.postMessage(message)
}

/** Calls the listener for each message of another tab, until the answer is called. */
export function onTabMessage(listener: Listener): () => void {
  openChannel()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
