import { inject, vi } from 'vitest'
import { enterSession, setAccessToken } from '#src/state/session.ts'
import type { ServedActor, ServedSale } from '#tests/support/oracles/served-sale.ts'
import { xhrOver } from './faulty-api.ts'

/** Requests of the test itself, to arrange records and to read what a screen has changed. */
type ScreenCall = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

export interface ScreenApp extends ServedSale {
  /**
   * From here on the app's requests reach the server, and a person is signed in, in memory.
   * `endPage` of show-page.tsx ends both, so each test starts with it.
   * @param actor of the two projects' people
   */
  serve(actor?: Exclude<ServedActor, 'nobody'>): void
  /** Sends a request as an admin. @throws on any response other than 2xx */
  call: ScreenCall
  close(): Promise<void>
}

/** Opens the real server, on a database of its own, for the screens of a test file. */
export async function openScreenApp(): Promise<ScreenApp> {
  // The one of Node, before a test replaces it.
  const send = globalThis.fetch
  const control = async (path: string, body?: string): Promise<unknown> => {
    const init = { method: 'POST', ...(body === undefined ? {} : { body }) }
    const response = await send(`${inject('screenServers')}${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return JSON.parse(text)
  }
  // The other side of the control has this type.
  const sale = (await control('/open')) as ServedSale
  const arrive = async (method: string, url: string, init: RequestInit): Promise<Response> => {
    // A signal of jsdom is none of Node's: the request goes on, and nobody waits for it.
    const { signal, ...rest } = init
    signal?.throwIfAborted()
    const response = send(`${sale.url}${url}`, { ...rest, method })
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      response.then(resolve, reject)
    })
  }
  return {
    ...sale,
    serve(actor = 'admin') {
      const signedIn = sale.actors[actor]
      if (signedIn === null) throw new Error(`${actor} has no session`)
      vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
        arrive(init.method ?? 'GET', url, init),
      )
      vi.stubGlobal('XMLHttpRequest', xhrOver(arrive))
      const { id, email, role } = signedIn.user
      enterSession({
        id: String(id),
        email,
        role,
        is_email_verified: actor === 'unverified' ? 0 : 1,
        requires_password_reset: actor === 'must-reset' ? 1 : 0,
      })
      setAccessToken(signedIn.token)
    },
    async call<Answer>(method: string, path: string, body?: unknown) {
      const response = await send(`${sale.url}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${sale.actors.admin?.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      // The caller names the response type; the server's tests validate it.
      return (text === '' ? undefined : JSON.parse(text)) as Answer
    },
    close: async () => void (await control('/close', sale.url)),
  }
}
