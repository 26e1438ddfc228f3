import type { FastifyInstance } from 'fastify'
import type { SocketLimits } from '#server/dependencies.ts'

export const SOCKET_LIMITS: SocketLimits = {
  head: 10_000,
  body: 30_000,
  upload: 10 * 60_000,
  linger: 5000,
  check: 5000,
}

/**
 * Ends requests that take too long to arrive, so that slow and half-open sockets hold nobody up.
 * Node itself ends slow heads; of whole requests it knows one limit for all.
 */
export function endSlowRequests(app: FastifyInstance, limits: SocketLimits): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    if (raw.complete) return
    const limit = request.headers['content-type']?.startsWith('multipart/')
      ? limits.upload
      : limits.body
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, limit)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
  // Answered before all of it came (refused): what still drips in is not waited for.
  app.addHook('onResponse', async (request) => {
    const { raw } = request
    if (raw.complete || raw.destroyed) return
    setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, limits.linger).unref()
  })
}

/** While the server stops, an answer also ends its connection: nobody's next request keeps it up. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}
