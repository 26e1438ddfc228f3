import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppConfig } from '#server/dependencies.ts'
import { forbidden } from './errors.ts'
import { API_POLICY } from './headers.ts'

const COOKIE = 'XSRF-TOKEN'
const COOKIE_PATTERN = /(?:^|;\s*)XSRF-TOKEN=([\w-]{22,64})(?:;|$)/
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, x-xsrf-token'
const PREFLIGHT_LIFE_S = 600
const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, retry-after, date',
  'content-security-policy': API_POLICY,
  'cross-origin-resource-policy': 'cross-origin',
}
const PUBLIC_PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'accept, content-type, if-none-match',
  'access-control-max-age': String(PREFLIGHT_LIFE_S),
}

/**
 * Adds the CORS rules of the API and the XSRF cookie. Authentication never uses a cookie; as a
 * second defence, a request that carries the cookie must repeat it in the X-XSRF-TOKEN header.
 */
export function guardOrigins(app: FastifyInstance, config: AppConfig): void {
  const allowed = new Set([new URL(config.publicUrl).origin, ...config.origins])
  const isSecure = config.publicUrl.startsWith('https:')

  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (isPublic(request)) {
      void reply.headers(PUBLIC_HEADERS)
      if (request.method !== 'OPTIONS') return
      return reply.code(204).headers(PUBLIC_PREFLIGHT).send()
    }
    if (isApi(request)) {
      void reply.header('vary', 'origin').header('content-security-policy', API_POLICY)
      if (origin !== undefined && allowed.has(origin)) {
        void reply
          .header('access-control-allow-origin', origin)
          .header('access-control-expose-headers', 'retry-after, date, x-rows')
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
    if (isFromServer(request)) return
    const cookie = readCookie(request)
    if (cookie === null) {
      if (!mayCarryCookie(request)) return
      const value = randomBytes(18).toString('base64url')
      const attributes = `Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`
      void reply.header('set-cookie', `${COOKIE}=${value}; ${attributes}`)
    } else if (isApi(request) && !SAFE_METHODS.has(request.method)) {
      if (!matches(cookie, request.headers['x-xsrf-token'])) throw forbidden()
    }
  })
  // Fastify runs hooks only for a known route, preflights included.
  app.options('/v1/*', async (_request, reply) => reply.code(204).send())
}

const PUBLIC_PATH = /^\/v1\/public\//

/** What any site may read, and shared caches may store: it depends neither on the origin nor on a cookie. */
function isPublic(request: FastifyRequest): boolean {
  return PUBLIC_PATH.test(request.url) || PUBLIC_PATH.test(request.routeOptions.url ?? '')
}

const API_PATH = /^\/v1(?:[/?]|$)/

/** Checks the route too: the router decodes `/%761/…` to `/v1/…`. */
function isApi(request: FastifyRequest): boolean {
  return API_PATH.test(request.url) || API_PATH.test(request.routeOptions.url ?? '')
}

/** Servers send a key, never as a browser does by itself. Their clients may keep cookies, not echo them. */
const isFromServer = (request: FastifyRequest): boolean =>
  request.routeOptions.url?.startsWith('/v1/ingest/') ?? false

/** Pages and calls, not files: a shared cache must not store a user's cookie. */
function mayCarryCookie(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?', 1)
  return !/\.[^/]+$|^\/v1\/banner-images\//.test(path)
}

function readCookie(request: FastifyRequest): string | null {
  return COOKIE_PATTERN.exec(request.headers.cookie ?? '')?.[1] ?? null
}

function matches(cookie: string, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string') return false
  const [sent, expected] = [Buffer.from(header), Buffer.from(cookie)]
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
