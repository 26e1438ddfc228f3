import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** `fetch` with the options that requests use. */
export type Send = (
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Response>

/**
 * A fetch that uses a fixed number of connections in turn. Once all are open none becomes idle, so
 * the number of open connections does not depend on how requests overlap.
 */
export function steadyFetch(connections: number): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  const send: Send = async (url, { method = 'GET', headers = {}, body }) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { agent, method, headers }, resolve).on('error', reject).end(body)
    })
    const bytes = await buffer(answer)
    return new Response(bytes.length === 0 ? null : bytes, { status: answer.statusCode ?? 0 })
  }
  return { send, close: () => agent.destroy() }
}
