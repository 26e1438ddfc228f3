import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Dependencies, Metrics } from '#server/dependencies.ts'
import { unauthenticated } from './errors.ts'

export const METRICS_PATH = '/metrics'

/** Counts every request of the app. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none'
    metrics.countRequest({
      method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
}

/** `GET /metrics` on the port of the app, for those who have the token; without a token there is none. */
export function metricsRoute(app: FastifyInstance, { metrics, config }: Dependencies): void {
  const { metricsToken } = config
  if (!metrics || metricsToken === null) return
  app.get(METRICS_PATH, async (request, reply) => {
    if (!hasToken(request.headers.authorization, metricsToken)) throw unauthenticated()
    const { type, text } = await metrics.expose()
    return reply.type(type).header('cache-control', 'no-store').send(text)
  })
}

/** Whether this header has the token. Compares digests, which have one length, in constant time. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}
