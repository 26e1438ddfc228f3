import type { FastifyInstance } from 'fastify'
import type { AppConfig } from '#server/dependencies.ts'

const ONE_YEAR_S = 31_536_000

/** Named policies of the app: blank HTML and the worker, the scripts' preview. */
const TRUSTED_TYPES = ['default', 'preview']

/** Headers that every answer carries, the app's pages and the API's alike. */
export function addSecurityHeaders(app: FastifyInstance, config: AppConfig): void {
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    ...(config.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${ONE_YEAR_S}` }
      : {}),
  }
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(common)
  })
}

/** What answers of the API may do when somebody opens one as a page: nothing. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** What the app's pages may load and run (decisions.md 25). */
export function contentSecurityPolicy(mediaOrigins: readonly string[]): string {
  const media = mediaOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self'${media}`,
    `img-src 'self' blob: data:${media}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES.join(' ')}`,
  ].join('; ')
}
