import type { Send } from '#tests/support/screens/steady-fetch.ts'
import { confirmSession, DEMO_PASSWORD, type RunningApp } from './e2e.ts'

/** API requests of a signed-in user, outside the browser. */
export interface Caller {
  get<Answer>(path: string): Promise<Answer>
  /** The response body as text, for example CSV. */
  text(path: string): Promise<string>
  post<Answer>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  patch<Answer>(path: string, body: unknown): Promise<Answer>
}

/**
 * Signs in over the API, and confirms the session of an account without second factors. Every response
 * other than 2xx throws.
 */
export async function signInCaller(
  app: Pick<RunningApp, 'url'>,
  email: string,
  by: Send = fetch,
): Promise<Caller> {
  const send = async (path: string, init: Parameters<Send>[1]): Promise<Response> => {
    const response = await by(`${app.url}/v1${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const call = async <Answer>(path: string, init: Parameters<Send>[1]): Promise<Answer> =>
    // The caller names the response type; the server's tests validate it.
    (await (await send(path, init)).json()) as Answer
  const json = { 'content-type': 'application/json' }
  const { tokens } = await call<{ tokens: { access: { token: string } } }>('/auth/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  const authorization = `Bearer ${tokens.access.token}`
  const headers = { ...json, authorization }
  await confirmSession(async (path, body) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await by(`${app.url}/v1${path}`, init)
    return { status: answer.status, text: await answer.text() }
  })
  return {
    get: (path) => call(path, { headers: { authorization } }),
    text: async (path) => (await send(path, { headers: { authorization } })).text(),
    post: (path, body, more = {}) =>
      call(path, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      }),
    patch: (path, body) => call(path, { method: 'PATCH', headers, body: JSON.stringify(body) }),
  }
}
