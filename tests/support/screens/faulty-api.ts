import { vi } from 'vitest'

/** A request that arrives at the fake server. */
export interface Arrival {
  path: string
  query: URLSearchParams
  body: unknown
}
/** Handlers of the fake server, by "GET /wallets". */
export type Acts = Record<string, (arrival: Arrival) => unknown>

/** The ways in which a request can fail between the app and the server. */
export const FAILURES = {
  '500': { acts: false },
  '429': { acts: false },
  'a page of a proxy': { acts: false },
  'no connection': { acts: false },
  'no answer in time': { acts: false },
  'half an answer': { acts: true },
  'an answer lost on the way': { acts: true },
} as const
export type Failure = keyof typeof FAILURES
export const FAILURE_NAMES = Object.keys(FAILURES) as Failure[]

const refusal = (code: number, message: string) =>
  Response.json({ code, message }, { status: code, headers: { 'Retry-After': '7' } })

function answerOf(value: unknown): Response {
  if (value instanceof Response) return value
  if (value === undefined) return new Response(null, { status: 204 })
  return Response.json(value)
}

async function broken(failure: Failure, answer: Response, signal: AbortSignal): Promise<Response> {
  switch (failure) {
    case '500':
      return refusal(500, 'Internal server error')
    case '429':
      return refusal(429, 'Too many requests')
    case 'a page of a proxy':
      return new Response('<!doctype html><p>Sign in to the network', {
        headers: { 'Content-Type': 'text/html' },
      })
    case 'half an answer': {
      const text = await answer.text()
      return new Response(text.slice(0, text.length / 2), { headers: answer.headers })
    }
    case 'no answer in time':
      return new Promise<never>((_resolve, reject) => {
        const stop = () => reject(new DOMException('', 'AbortError'))
        if (signal.aborted) stop()
        signal.addEventListener('abort', stop)
      })
    case 'no connection':
    case 'an answer lost on the way':
      throw new TypeError('Failed to fetch')
  }
}

/**
 * A fake server behind the app's own fetch and XMLHttpRequest. It stores Idempotency-Keys as the
 * contract defines, and each of its calls can be made to fail. Retries happen at once, and a
 * request without a response times out soon.
 */
export function openFaultyApi(acts: Acts) {
  const failures = new Map<string, Failure>()
  const done = new Map<string, number>()
  const kept = new Map<string, unknown>()

  async function arrive(method: string, url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const path = decodeURIComponent(pathname.replace(/^\/v1/, ''))
    if (path === '/health') return Response.json({ status: 'ok' })
    const name = Object.keys(acts).find((each) => matches(each, `${method} ${path}`))
    if (name === undefined) return refusal(404, 'Not found')
    const failure = failures.get(name)
    const act = async () => {
      const key = new Headers(init.headers).get('Idempotency-Key')
      if (key !== null && kept.has(key)) return answerOf(kept.get(key))
      done.set(name, (done.get(name) ?? 0) + 1)
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body
      const value = await acts[name]?.({ path, query: searchParams, body })
      // A step-up is required before the server looks at the key.
      const isStepUp = value instanceof Response && value.status === 403
      if (key !== null && !isStepUp) kept.set(key, value)
      return answerOf(value)
    }
    // The app's HTTP client always sets a signal.
    const signal = init.signal ?? new AbortController().signal
    if (failure === undefined) return act()
    return broken(failure, FAILURES[failure].acts ? await act() : new Response(), signal)
  }

  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    arrive(init.method ?? 'GET', url, init),
  )
  vi.stubGlobal('XMLHttpRequest', xhrOver(arrive))
  // Only while a request hangs: on a busy machine a real response may take longer than 20 ms.
  const hangs = () => [...failures.values()].includes('no answer in time')
  const later = globalThis.setTimeout.bind(globalThis)
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0, ...rest: unknown[]) =>
    later(run, isRetryWait(ms) || (isCallLimit(ms) && hangs()) ? 20 : ms, ...rest),
  )
  return {
    break: (name: string, failure: Failure) => failures.set(name, failure),
    mend: () => failures.clear(),
    /** How often the server executed the call; a repeat with the same key does not count. */
    done: (name: string) => done.get(name) ?? 0,
  }
}

/** Whether a timer is the wait before a retry or a check; a toast's timer is not. */
const isRetryWait = (ms: number) =>
  (ms > 900 && ms < 3500 && ms !== 2000) || [500, 5000].includes(ms)
const isCallLimit = (ms: number) => [15_000, 30_000, 120_000].includes(ms)

/** "PATCH /wallets/*" matches every path below it. */
function matches(name: string, call: string): boolean {
  return name.endsWith('*') ? call.startsWith(name.slice(0, -1)) : name === call
}

type Arrive = (method: string, url: string, init: RequestInit) => Promise<Response>

/** The part of XMLHttpRequest that uploads use. */
export function xhrOver(arrive: Arrive) {
  return class extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    #method = ''
    #url = ''
    readonly #headers = new Headers()
    readonly #stop = new AbortController()
    #answer = new Response()
    open(method: string, url: string) {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }
    getAllResponseHeaders() {
      return [...this.#answer.headers].map((pair) => pair.join(': ')).join('\r\n')
    }
    abort() {
      this.#stop.abort()
    }
    async send(body: BodyInit) {
      try {
        // The whole upload was sent, even if the response is lost.
        this.upload.dispatchEvent(new Event('load'))
        const init = { headers: this.#headers, body, signal: this.#stop.signal }
        this.#answer = await arrive(this.#method, this.#url, init)
        this.status = this.#answer.status
        this.responseText = await this.#answer.text()
        this.dispatchEvent(new Event('load'))
      } catch {
        this.dispatchEvent(new Event('error'))
      }
    }
  }
}
