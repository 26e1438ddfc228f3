import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from './errors.ts'
import { API_POLICY } from './headers.ts'
import type { AppConfig } from '#server/dependencies.ts'

const COOKIE = 'XSRF-TOKEN'
const COOKIE_PATTERN = /(?:^|;\s*)XSRF-TOKEN=([\w-]{22,64})(?:;|$)/
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, x-xsrf-token'
const PREFLIGHT_LIFE_S = 600

/**
 * Cross-origin rules of the API and the anti-forgery cookie. Who somebody is never rests on a
 * cookie; the echo is asked for wherever the cookie came along, as a second lock.
 */
export function guardOrigins(app: FastifyInstance, config: AppConfig): void {
  const allowed = new Set([new URL(config.publicUrl).origin, ...config.origins])
  const isSecure = config.publicUrl.startsWith('https:')

  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (isApi(request)) {
      void reply.header('vary', 'origin').header('content-security-policy', API_POLICY)
      if (origin !== undefined && allowed.has(origin)) {
        void reply
          .header('access-control-allow-origin', origin)
          .header('access-control-expose-headers', 'retry-after, date')
        if (request.method === 'OPTIONS') {
          return reply
            .code(204)
            .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
            .header('access-control-allow-headers', ALLOWED_HEADERS)
            .header('access-control-max-age', String(PREFLIGHT_LIFE_S))
            .send()
        }
      }
    }
    const cookie = readCookie(request)
    if (cookie === null) {
      if (!isPageOrCall(request)) return
      const value = randomBytes(18).toString('base64url')
      const attributes = `Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`
      void reply.header('set-cookie', `${COOKIE}=${value}; ${attributes}`)
    } else if (isApi(request) && !SAFE_METHODS.has(request.method)) {
      if (!isEcho(cookie, request.headers['x-xsrf-token'])) throw forbidden()
    }
  })
  // Without a route no hook of a preflight would run.
  app.options('/v1/*', async (_request, reply) => reply.code(204).send())
}

const API_PATH = /^\/v1(?:[/?]|$)/

/** By the route too: the router reads `/%761/…` as `/v1/…`. */
function isApi(request: FastifyRequest): boolean {
  return API_PATH.test(request.url) || API_PATH.test(request.routeOptions.url ?? '')
}

/** Not files: what caches may share must carry nobody's cookie. */
function isPageOrCall(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?', 1)
  return !/\.[^/]+$|^\/v1\/banner-images\//.test(path)
}

function readCookie(request: FastifyRequest): string | null {
  return COOKIE_PATTERN.exec(request.headers.cookie ?? '')?.[1] ?? null
}

function isEcho(cookie: string, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string') return false
  const [sent, expected] = [Buffer.from(header), Buffer.from(cookie)]
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
