import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Metric } from 'web-vitals'
import { setAccessToken } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { watchVitals } from './vitals.ts'

type Report = (metric: Pick<Metric, 'name' | 'value'>) => void
const reports = vi.hoisted(() => new Map<string, Report>())
// jsdom measures nothing.
vi.mock('web-vitals', () => {
  const on = (name: string) => (report: Report) => void reports.set(name, report)
  return {
    onFCP: on('FCP'),
    onLCP: on('LCP'),
    onINP: on('INP'),
    onCLS: on('CLS'),
    onTTFB: on('TTFB'),
  }
})

class NoTasks {
  static readonly supportedEntryTypes = []
  observe() {}
  disconnect() {}
}
const sent = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
let visibility = 'visible'

beforeEach(() => {
  signInHere()
  setAccessToken('token')
  sent.mockClear()
  visibility = 'visible'
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('PerformanceObserver', NoTasks)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(
    () => visibility as DocumentVisibilityState,
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

function hide() {
  visibility = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
}
const measure = (name: Metric['name'], value: number) => reports.get(name)?.({ name, value })

it('sends each metric once, with the page and the device and nothing else', async () => {
  history.replaceState(null, '', '/leads?projects=AURA')
  watchVitals()
  measure('INP', 80)
  measure('INP', 120.4)
  measure('CLS', 0.0123)
  hide()
  hide()
  expect(sent).toHaveBeenCalledOnce()
  const [url, init] = sent.mock.calls[0] ?? []
  expect(url).toMatch(/\/v1\/vitals$/)
  expect(init).toMatchObject({ keepalive: true, headers: { Authorization: 'Bearer token' } })
  expect(await new Response(init?.body ?? null).json()).toEqual({
    page: '/leads',
    device: 'desktop',
    metrics: [
      { name: 'INP', value: 120 },
      { name: 'CLS', value: 12 },
    ],
  })
})

it('sends nothing from another page, nothing without a measurement, and no absurd value', () => {
  history.replaceState(null, '', '/verify-email?token=a.b')
  watchVitals()
  hide()
  history.replaceState(null, '', '/')
  watchVitals()
  measure('TTFB', 700_000)
  hide()
  expect(sent).not.toHaveBeenCalled()
})

it('a failure is silent', async () => {
  sent.mockRejectedValueOnce(new TypeError('no network'))
  watchVitals()
  measure('FCP', 300)
  hide()
  await expect(sent.mock.results[0]?.value).rejects.toThrow('no network')
})
