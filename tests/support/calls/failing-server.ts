import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * What happens to one call: its connection is lost, it is answered instead of the server, or the server
 * handles it and half of its answer arrives, with a lost connection or as if that was all.
 */
export type Failure =
  | { is: 'lost' | 'cut' | 'short' }
  | { is: 'answered'; status: number; headers?: Record<string, string>; body?: string }

export interface FailingServer {
  url: string
  /** The bodies of all calls, in order. */
  bodies: string[]
  close(): Promise<void>
}

/** A server in front of another one. Each failure happens to one call, in their order; later calls pass. */
export async function openFailingServer(
  origin: string,
  failures: readonly Failure[] = [],
): Promise<FailingServer> {
  const bodies: string[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const failure = failures[bodies.push(body) - 1]
    if (failure?.is === 'lost') response.destroy()
    else if (failure?.is === 'answered')
      response.writeHead(failure.status, failure.headers).end(failure.body)
    else {
      const { 'content-type': type = '', authorization = '' } = request.headers
      const answer = await fetch(new URL(request.url ?? '', origin), {
        method: request.method ?? '',
        headers: { 'content-type': type, authorization },
        body,
      })
      pass(response, answer.status, await answer.text(), failure?.is)
    }
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pass(response: ServerResponse, status: number, body: string, half?: 'cut' | 'short') {
  const part = body.slice(0, body.length / 2)
  if (half === 'cut') {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) })
    response.write(part, () => response.destroy())
  } else response.writeHead(status).end(half === 'short' ? part : body)
}
