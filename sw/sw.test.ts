import { afterAll, expect, test, vi } from 'vitest'

const worker = Object.assign(new EventTarget(), {
  __WB_MANIFEST: [],
  skipWaiting: vi.fn<() => Promise<void>>(async () => undefined),
})
vi.stubGlobal('self', worker)
vi.stubGlobal(
  'URLPattern',
  class {
    of: object
    constructor(of: object) {
      this.of = of
    }
  },
)
await import('./sw.ts')
const { NOT_THE_APP } = await import('./strategies.ts')
afterAll(() => vi.unstubAllGlobals())

test('hashed files come from the cache without the worker', () => {
  const addRoutes = vi.fn<(rules: object[]) => Promise<void>>(async () => undefined)
  const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined)
  worker.dispatchEvent(Object.assign(new Event('install'), { addRoutes, waitUntil }))
  expect(addRoutes).toHaveBeenCalledExactlyOnceWith([
    { condition: { urlPattern: { of: { pathname: '/assets/*' } } }, source: 'cache' },
  ])
})

test('a worker takes over only when a page asks for it', () => {
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'OTHER' } }))
  expect(worker.skipWaiting).not.toHaveBeenCalled()
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'SKIP_WAITING' } }))
  expect(worker.skipWaiting).toHaveBeenCalledOnce()
})

/** `address` is a path with its query, as the router passes it. */
const isApp = (address: string) => !NOT_THE_APP.some((pattern) => pattern.test(address))

test.each([
  ['/', true],
  ['/leads?projects=A.B', true],
  ['/verify-email?token=a.b', true],
  ['/?source=https://aura.example/x.html', true],
  ['/v1/leads/csv?fields=email', false],
  ['/v1', false],
  ['/v10', true],
  ['/assets/index-1.js', false],
  ['/manifest.webmanifest?x=1', false],
  ['/sw.js', false],
])('%s is a page of the app: %s', (address, expected) => {
  expect(isApp(address)).toBe(expected)
})
