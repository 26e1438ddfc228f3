/** A message from a page to the service worker. The worker takes over only on this message. */
export type WorkerMessage = { type: 'SKIP_WAITING' }

export function isSkipWaiting(data: unknown): data is WorkerMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'
}

/**
 * A message from the service worker to a page. `NAVIGATE`: a notification was clicked; the page
 * answers at the message's port. `PUSH_CHANGED`: the browser has replaced the push subscription.
 */
export type PageMessage = { type: 'NAVIGATE'; path: string } | { type: 'PUSH_CHANGED' }

/** A page's answer to `NAVIGATE`: `busy` if its unsaved input would be lost. */
export type NavigateAnswer = 'done' | 'busy'

export function readPageMessage(data: unknown): PageMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'PUSH_CHANGED') return { type: 'PUSH_CHANGED' }
  if (data.type !== 'NAVIGATE' || !('path' in data)) return null
  return typeof data.path === 'string' ? { type: 'NAVIGATE', path: data.path } : null
}

/**
 * A path of this origin with its query and fragment; `/` for anything that leads elsewhere, such as
 * `//evil.example`.
 */
export function ownPath(path: unknown, origin: string): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return '/'
  try {
    const url = new URL(path, origin)
    const own = url.pathname + url.search + url.hash
    // Dots and control characters disappear in a URL: `/.//evil.example` has become `//evil.example`.
    return url.origin === origin && !/^\/[/\\]/.test(own) ? own : '/'
  } catch {
    return '/'
  }
}
