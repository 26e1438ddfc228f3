import { request as requestHttp, type OutgoingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import { publicLookup, type Resolve } from './public-address.ts'
import type { Endpoint } from './push-endpoint.ts'
import { readRetryAfter } from './retry-after.ts'

export interface PushRequest {
  headers: OutgoingHttpHeaders
  body: Buffer
  /** Ends the request when it takes too long. */
  signal: AbortSignal
  resolve?: Resolve | undefined
}

export type PushAnswer =
  | { status: number; retryAfterMs: number | null }
  | 'unreachable'
  | 'too-slow'

/** Sends a request to an endpoint. It never rejects. */
export type PostPush = (endpoint: Endpoint, request: PushRequest) => Promise<PushAnswer>

/**
 * Sends a message to an endpoint, unless it is at an address that is not public. It follows no
 * redirect, and reads no body: the status is all that is needed.
 */
export const postPush: PostPush = ({ url, isOwn }, request) => {
  const { headers, body, signal, resolve } = request
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done) => {
    const sent = send(
      url,
      {
        method: 'POST',
        headers,
        signal,
        // A connection of its own, so that every message is checked.
        agent: false,
        // An address would have no lookup: the host is the name of a push service (`parseEndpoint`).
        ...(isOwn ? {} : { lookup: publicLookup(resolve) }),
      },
      (response) => {
        const retryAfterMs = readRetryAfter(response.headers['retry-after'])
        done({ status: response.statusCode ?? 0, retryAfterMs })
        response.destroy()
      },
    )
    // An error contains the host, which is part of the endpoint.
    sent.on('error', () => done(signal.aborted ? 'too-slow' : 'unreachable'))
    sent.end(body)
  })
}
