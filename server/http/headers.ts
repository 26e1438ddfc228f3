import type { FastifyInstance } from 'fastify'
import type { AppConfig } from '#server/dependencies.ts'

const ONE_YEAR_S = 31_536_000

/**
 * Trusted Types policies of the client: `default` for blank HTML and the worker, `chunks` for the
 * build's scripts, `preview` for those of a project.
 */
const TRUSTED_TYPES = ['default', 'chunks', 'preview']

/** Adds the headers that all responses share, pages and API. */
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

/** A response of the API that is opened as a page may load and run nothing. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** What the client's pages may load and run (decisions.md 25). */
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
