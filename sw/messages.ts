/** A message from a page to the service worker. The worker takes over only on this message. */
export type WorkerMessage = { type: 'SKIP_WAITING' }

export function isSkipWaiting(data: unknown): data is WorkerMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'
}
