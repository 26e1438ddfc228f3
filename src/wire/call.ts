import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** What a reading key reads: the calls with this `scope`. */
export const KEY_SCOPES = ['figures', 'lists', 'leads'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

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
  /** A JSON body; `multipart`: a form with files; `bytes`: raw bytes. */
  body?: Schema | 'multipart' | 'bytes'
  /** The schema of a JSON response; null: no body; else the media type of raw bytes or text. */
  response:
    | Schema
    | null
    | 'text/csv'
    | 'application/json'
    | 'text/event-stream'
    | 'application/octet-stream'
  status: 200 | 201 | 202 | 204
  /** The response of a success with 202: what was requested waits for somebody. */
  accepted?: Schema
  /** Takes an `Idempotency-Key`. */
  idempotent?: true
  /**
   * Refused with 403 and a challenge until the caller has confirmed who they are (POST /auth/step-up).
   * `factors`: a change of second factors, for which less may do after a loss.
   */
  needsStepUp?: 'everything' | 'factors'
  /**
   * Not a GET, and yet people who only look may make it: it changes nothing, or only what is the caller's
   * own: the account, its sessions, factors, alerts and devices.
   */
  own?: true
  /** The scope of the reading keys that may make it. Other calls are closed to all of them. */
  scope?: KeyScope
}

/** The calls of one resource by their operation ids. */
export type Calls = Record<string, Call>

type Arrays<T> = T extends readonly (infer Item)[]
  ? readonly Item[]
  : { [K in keyof T]: T[K] extends (infer Item)[] ? readonly Item[] : T[K] }
type Inputs<C> = {
  /** The segments of the path by name, unescaped. */
  params: C extends { params: infer S extends Schema } ? z.output<S> : never
  /** The parsed values: `send` serializes numbers, booleans and arrays. */
  query: C extends { query: infer S extends Schema } ? Arrays<z.output<S>> : never
  body: C extends { body: infer S }
    ? S extends Schema
      ? Arrays<z.input<S>>
      : S extends 'bytes'
        ? Blob
        : FormData
    : never
  /** Sent as `Idempotency-Key`: a repeat with the same key has no further effect. */
  idempotencyKey: C extends { idempotent: true } ? string : never
}

/** What a call takes: exactly the parts that its entry in src/wire defines. */
export type CallInput<C extends Call> = {
  [K in keyof Inputs<C> as [Inputs<C>[K]] extends [never] ? never : K]: Inputs<C>[K]
}

/** What a call resolves to: the parsed response, a Blob of raw bytes, or nothing (204). */
export type CallResponse<C extends Call> = C['response'] extends Schema
  ? z.output<C['response']>
  : C['response'] extends string
    ? Blob
    : void

/** The common part of most reads. */
export const read = { method: 'GET', access: 'signed-in', status: 200 } as const
