import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** One call of `/v1`. The server's routes, the client's requests and the OpenAPI document derive from it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under `/v1`, with `:param` segments. */
  path: string
  summary: string
  /**
   * `open`: no token. `restricted`: a token, also while the email is unverified or the password
   * must change. `signed-in`: a token of a user in good standing. `ingest-key`: a project's
   * key for sending events, valid for nothing else.
   */
  access: 'open' | 'restricted' | 'signed-in' | 'ingest-key'
  /** `finance`: admin, user and client only. */
  roles: 'any' | 'finance' | 'admin'
  params?: Schema
  query?: Schema
  /** A JSON body, or `multipart`: a form with files. */
  body?: Schema | 'multipart'
  /** The schema of a JSON response; null: no body; else the media type of raw bytes or text. */
  response: Schema | null | 'text/csv' | 'application/octet-stream'
  status: 200 | 201 | 204
  /** Takes an `Idempotency-Key`. */
  idempotent?: true
}

/** The calls of one resource by their operation ids. */
export type Calls = Record<string, Call>

/** The common part of most reads. */
export const read = { method: 'GET', access: 'signed-in', status: 200 } as const
