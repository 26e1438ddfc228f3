import type { FastifyInstance } from 'fastify'
import type { SocketLimits } from '#server/dependencies.ts'

export const SOCKET_LIMITS: SocketLimits = {
  head: 10_000,
  body: 30_000,
  upload: 10 * 60_000,
  linger: 5000,
  check: 5000,
}

const UPLOAD = /^(?:multipart\/|application\/octet-stream)/

/**
 * Ends requests that arrive too slowly, so that slow and half-open sockets do not pile up. Node
 * ends slow heads itself, but has only one limit for whole requests.
 */
export function endSlowRequests(app: FastifyInstance, limits: SocketLimits): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    if (raw.complete) return
    const limit = UPLOAD.test(request.headers['content-type'] ?? '') ? limits.upload : limits.body
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, limit)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
  // A refused request is answered before its body is complete. The rest gets little time.
  app.addHook('onResponse', async (request) => {
    const { raw } = request
    if (raw.complete || raw.destroyed) return
    setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, limits.linger).unref()
  })
}

/**
 * During shutdown each response closes its connection, so that keep-alive does not delay the end.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}
