import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What a caller sends with: fetch, of the options that calls are made with. */
export type Send = (
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Response>

/**
 * A fetch over so many connections, each in its turn: once all are open none falls idle, so that
 * what a server has open says nothing of how its calls happened to overlap.
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
