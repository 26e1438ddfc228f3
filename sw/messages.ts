/** What a page may tell the worker. It takes over for no other reason. */
export type WorkerMessage = { type: 'SKIP_WAITING' }

export function isSkipWaiting(data: unknown): data is WorkerMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'
}
