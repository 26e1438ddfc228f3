import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Metrics } from '#server/dependencies.ts'
import { openDatabaseMetrics, type DatabaseMetricsParts } from './database-metrics.ts'
import { openProcessMetrics, type ProcessMetricsParts } from './process-metrics.ts'

export type MetricsParts = ProcessMetricsParts & DatabaseMetricsParts

/** In seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** A stream is open for minutes. */
const STREAM = '/v1/live'
const SIGN_IN = new Set(['/v1/auth/login', '/v1/auth/second-factor', '/v1/auth/passkeys/sign-in'])
const FAILURES: Readonly<Record<number, string>> = { 401: 'refused', 429: 'limited' }

/** The metrics of this process, each with a name that begins with `saleroom_`, and those of Node.js. */
export function openMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'saleroom_http_requests_total',
    help: 'Requests that were answered; the route is none for paths without one.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'saleroom_http_request_duration_seconds',
    help: 'Time until the response was sent, without streams.',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers,
  })
  const signInFailures = new Counter({
    name: 'saleroom_sign_in_failures_total',
    help: 'Attempts to sign in that were refused, or not checked because of too many before.',
    labelNames: ['reason'],
    registers,
  })
  const events = new Counter({
    name: 'saleroom_ingest_events_total',
    help: 'Events that were ingested or refused, by their outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const checks = new Counter({
    name: 'saleroom_chain_checks_total',
    help: 'Checks of purchases with their chains, by the state that was found.',
    labelNames: ['state'],
    registers,
  })
  // A counter that appears with its first count has no increase then.
  for (const reason of Object.values(FAILURES)) signInFailures.inc({ reason }, 0)
  for (const outcome of ['taken', 'repeated', 'tested', 'refused']) events.inc({ outcome }, 0)
  for (const state of ['proven', 'waiting', 'differs']) checks.inc({ state }, 0)
  const process = openProcessMetrics(registry, parts)
  const database = openDatabaseMetrics(registry, parts)

  return {
    countRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status: String(status) })
      if (route !== STREAM) durations.observe({ method, route }, seconds)
      const reason = SIGN_IN.has(route) ? FAILURES[status] : undefined
      if (reason !== undefined) signInFailures.inc({ reason })
    },
    countEvents(outcomes) {
      for (const outcome of outcomes) events.inc({ outcome })
    },
    countChecks(states) {
      for (const state of states) checks.inc({ state })
    },
    async expose() {
      await Promise.all([process.refresh(), database.refresh()])
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
