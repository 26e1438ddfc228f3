import { expect, vi } from 'vitest'
import { until } from '#tests/support/server/until.ts'

/** A browser whose dialog of a passkey stays open until the app closes it. */
export function openWaitingPasskey() {
  let signal: AbortSignal | undefined
  const get = (options: { signal: AbortSignal }) => {
    signal = options.signal
    return new Promise<never>((_resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
  }
  vi.stubGlobal('PublicKeyCredential', () => {})
  vi.stubGlobal('navigator', { ...navigator, credentials: { get } })
  return {
    isOpen: () => until(() => expect(signal?.aborted).toBe(false)),
    isClosed: () => until(() => expect(signal?.aborted).toBe(true)),
  }
}
