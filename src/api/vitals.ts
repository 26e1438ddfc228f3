import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import type { Metric } from 'web-vitals'
import { matchesPath } from '#src/domain/sale/page-path.ts'
import { apiAddress, xsrfToken } from '#src/session/address.ts'
import { accessToken } from '#src/state/session.ts'
import { MAX_VITAL, VITAL_PAGES, vitalsCalls } from '#src/wire/vitals.ts'
import type { Vitals } from '#src/wire/vitals.ts'

type VitalName = Vitals['metrics'][number]['name']

/** The app's own mobile layout. */
const PHONE = '(max-width: 850px)'

/**
 * Measures the page that the document began with and sends the result to the server when the document
 * is hidden for the first time. Nothing is sent without a session, and a failure is not reported: the
 * measurements are of use only in sum.
 */
export function watchVitals(): void {
  const page = VITAL_PAGES.find((path) => matchesPath(path, location.pathname))
  if (page === undefined) return
  const values = new Map<VitalName, number>()
  const note = ({ name, value }: Metric) => values.set(name, name === 'CLS' ? value * 1000 : value)
  for (const watch of [onFCP, onLCP, onINP, onCLS, onTTFB]) watch(note)
  const tasks = new PerformanceObserver((list) => {
    const longest = Math.max(...list.getEntries().map(({ duration }) => duration))
    values.set('long_task', Math.max(longest, values.get('long_task') ?? 0))
  })
  // Safari and Firefox do not report long tasks.
  if (PerformanceObserver.supportedEntryTypes.includes('longtask'))
    tasks.observe({ type: 'longtask', buffered: true })

  // The library has registered its own listeners first, which report the final values.
  document.addEventListener('visibilitychange', function sendOnce() {
    if (document.visibilityState !== 'hidden') return
    document.removeEventListener('visibilitychange', sendOnce)
    tasks.disconnect()
    const device = globalThis.matchMedia(PHONE).matches ? 'phone' : 'desktop'
    const metrics = [...values]
      .map(([name, value]) => ({ name, value: Math.round(value) }))
      .filter(({ value }) => value <= MAX_VITAL)
    if (metrics.length > 0) void send({ page, device, metrics })
  })
}

async function send(body: Vitals): Promise<void> {
  const token = accessToken()
  const xsrf = xsrfToken()
  if (token === null || !navigator.onLine) return
  try {
    // The document may be about to end: `keepalive` completes the request without it.
    await fetch(apiAddress(vitalsCalls.addVitals.path), {
      method: 'POST',
      keepalive: true,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(xsrf === null ? {} : { 'X-XSRF-TOKEN': xsrf }),
      },
      body: JSON.stringify(body),
    })
  } catch {
    // Not sent.
  }
}
