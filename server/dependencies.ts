import type { Db } from '#server/db/open.ts'

/** The server's only source of time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** @throws when the mail could not be handed over */
  send(mail: Mail): Promise<void>
}

/** The email-marketing service. */
export interface Brevo {
  /**
   * Whether the key works and, when one is named, the list exists.
   * `answer` is what the service said, as compact JSON text, without the key.
   */
  test(apiKey: string, listId: number | null): Promise<{ ok: true } | { ok: false; answer: string }>
}

/** How long a client may take, in milliseconds. */
export interface SocketLimits {
  /** For the head of a request. */
  head: number
  /** For all of a request. */
  body: number
  /** For all of a request with files: over a phone's line they need more than a form does. */
  upload: number
  /** For what still drips in after the answer has gone out. */
  linger: number
  /** How often heads are looked at. */
  check: number
}

export interface AppConfig {
  /** Where people reach the app, without a slash at the end. */
  publicUrl: string
  /** Further origins that may call the API. */
  origins: readonly string[]
  /** Further origins that banner images are fetched from. */
  mediaOrigins: readonly string[]
  /** At least 32 bytes; every key is derived from it. */
  secret: Buffer
  /** The built app, or null to serve the API alone. */
  clientFolder: string | null
  /** Where assets of earlier builds are kept, or null to keep none. */
  keptAssetsFolder: string | null
  /** Proxies whose forwarded address is believed. */
  trustProxy: string | null
  socketLimits: SocketLimits
  /** Whether every answer is checked against its wire schema (tests, development). */
  checksAnswers: boolean
  /** Where the server's log goes: nowhere, or standard output from this level on. */
  logLevel: 'silent' | 'error' | 'warn' | 'info'
}

/** All that the app is made of. */
export interface Dependencies {
  db: Db
  /** A read replica for lists and analytics; the primary stands in. */
  readDb?: Db
  clock: Clock
  mailer: Mailer
  brevo: Brevo
  config: AppConfig
}
