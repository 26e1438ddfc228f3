import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** The fake service's response to a request, or `hang` for none. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'hang'

export interface StandIn {
  url: string
  /** Every request that succeeded, in order. */
  accepted: Received[]
  /** Every request, in order. */
  received: Received[]
  /** Sets the response to the next requests. */
  behave: (decide: (request: Received) => Reply) => void
  close(): Promise<void>
}

const fine: Reply = { status: 200, body: { ok: true, result: {} } }

/** A real HTTP server that replaces a third-party service. */
export async function openStandIn(): Promise<StandIn> {
  let decide: (request: Received) => Reply = () => fine
  const received: Received[] = []
  const accepted: Received[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString('utf8'),
      }
      received.push(one)
      const reply = decide(one)
      if (reply === 'hang') return
      if (reply.status < 300) accepted.push(one)
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      response.end(JSON.stringify(reply.body ?? {}))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    accepted,
    behave(next) {
      decide = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
