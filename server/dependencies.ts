import type { ServerResponse } from 'node:http'
import type { ListenerRow } from '#server/db/accounts/sessions.ts'
import type { AllocationListRow } from '#server/db/allocations/lists.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { Replica } from '#server/db/engine/replica.ts'
import type { ImportRow } from '#server/db/ingest/imports.ts'
import type { ProjectRow } from '#server/db/schema/schema.ts'
import type { ChainCheckStep, ChainToken } from '#src/wire/chains.ts'

/** The only source of time in the server. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same as HTML; mails without it are plain text. */
  html?: string
  /** A fixed one, for a mail that a crash may send twice: mailboxes show it once. */
  messageId?: string
}

export interface Mailer {
  /** False if mails only go to the log and a folder, so that they reach nobody. */
  delivers: boolean
  /** @throws when the mail cannot be handed over */
  send(mail: Mail): Promise<void>
}

/** The email-marketing service. */
export interface Brevo {
  /**
   * Checks that the key works and that the list exists, when a list is given.
   * `answer` is the response of the service as compact JSON text, without the key.
   */
  test(apiKey: string, listId: number | null): Promise<{ ok: true } | { ok: false; answer: string }>
}

/** The chat service. */
export interface Telegram {
  /** Sends a project's message with example values to its channel. `reason` is without the bot's token. */
  test(project: ProjectRow): Promise<{ ok: true } | { ok: false; reason: string }>
}

/** What a device shows. Its service worker reads the same names (sw/push.ts). */
export interface PushMessage {
  title: string
  body: string
  /** The page that opens: a path of the app with its query, such as `/transactions/AURA/12`. */
  path: string
  /** A later message with the same tag replaces this one. */
  tag: string
  /** When it happened (RFC 3339). */
  at: string
}

export interface PushOptions {
  /** The event of the message: a later message of the same event replaces one that still waits. */
  eventId: string
  /** Whether it wakes a device that saves power: `high` does. */
  urgency: 'normal' | 'high'
}

/** As `Sending` (outbound/sending.ts). `gone`: the device was removed, for good. */
export type PushSending =
  | { is: 'sent' | 'gone' }
  | { is: 'rate-limited'; ms: number }
  | { is: 'unreachable' | 'refused'; reason: string }

/** Sends messages to the browsers of people. */
export interface Push {
  /** With which browsers subscribe, base64url. Made on first use. */
  publicKey(): Promise<string>
  /** Whether messages may be sent to this endpoint. */
  isAllowed(endpoint: string): boolean
  /**
   * Sends a message to a device whose session is active, and records the result. A failure of the
   * service is no rejection.
   */
  send(deviceId: number, message: PushMessage, options: PushOptions): Promise<PushSending>
}

/** The jobs of this process: dry runs and imports of uploaded files. */
export interface ImportJobs {
  /** Starts the job of an import that was just claimed. `actor` started it, for the audit log. */
  start(
    file: ImportRow,
    actor: { id: number; email: string; role: string; sessionId: string },
  ): void
  /** Ends the jobs after their current batch. They can be resumed. */
  stop(): Promise<void>
}

/** The builds of allocation lists of this process. */
export interface AllocationJobs {
  /**
   * Builds a list that was just inserted with a claim. Resolves when that has ended, however it ended.
   * @param actor froze it, for the audit log
   */
  start(
    list: AllocationListRow,
    actor: { id: number | null; email: string | null; role: string | null; sessionId?: string },
  ): Promise<void>
  /** Fails builds whose process has died, and deletes what they kept. */
  failEnded(): Promise<void>
  /** Ends the builds; what they kept is deleted at the next start. */
  stop(): Promise<void>
}

/** The streams of changes of this process. */
export interface Live {
  /** Null when the session has too many. */
  takePlace(sessionId: string): LivePlace | null
  /** Resolves when every later commit reaches the streams. */
  ready(): Promise<void>
  /** Ends all streams, now and from now on. */
  endStreams(): void
  countStreams(): number
  close(): Promise<void>
}

/** A place among the streams of a session, taken before its stream opens. */
export interface LivePlace {
  /** Opens the stream. `response` has sent its head. */
  open(stream: LiveStreamOptions, response: ServerResponse): void
  /** Frees the place if no stream has opened. */
  free(): void
}

export interface LiveStreamOptions {
  /** What the caller may see, read before `projects`: a later change ends the stream. */
  access: ListenerRow
  /** The projects that the caller may see, of those requested. */
  projects: readonly string[]
  tokenExpiresAt: Date
}

/** Whether this process can do its work. */
export interface Readiness {
  /**
   * Null if it can, else the reason, without addresses and credentials. Resolves within 2 s, also
   * while the database hangs.
   */
  whyNotReady(): Promise<string | null>
}

/** What this process measures, for Prometheus. */
export interface Metrics {
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void
  /** Counts ingested events by their outcome. */
  countEvents(outcomes: readonly string[]): void
  /** Counts checks of purchases with their chains, by the state that was found. */
  countChecks(states: readonly string[]): void
  /** All metrics as text. Those of a lost database are missing. */
  expose(): Promise<{ type: string; text: string }>
}

/** How long a client may take to send a request, in milliseconds. */
export interface SocketLimits {
  /** For the head. */
  head: number
  /** For the whole request. */
  body: number
  /** For the whole request with files: a mobile connection needs longer. */
  upload: number
  /** For the rest of a body that still arrives after the response. */
  linger: number
  /** How often the heads are checked. */
  check: number
}

export interface AppConfig {
  /** Where users reach the app, without a trailing slash. */
  publicUrl: string
  /** Other origins that may call the API. */
  origins: readonly string[]
  /** Other origins that serve banner images. */
  mediaOrigins: readonly string[]
  /** Whether to store how fast the app is in its users' browsers. */
  collectsVitals: boolean
  /** At least 32 bytes. Every key is derived from it. */
  secret: Buffer
  /** During a rotation: the earlier secret, which only decrypts stored keys. */
  oldSecret?: Buffer | null | undefined
  /** The folder of the built client, or null to serve only the API. */
  clientFolder: string | null
  /** The folder for assets of previous builds, or null to keep none. */
  previousAssetsFolder: string | null
  /** Proxies whose forwarded address is trusted. */
  trustProxy: string | null
  socketLimits: SocketLimits
  /** Who has it may read the metrics on the port of the app. Null: nobody. */
  metricsToken: string | null
  /** Whether each response is checked against its wire schema (tests, development). */
  checksResponses: boolean
  /** The lowest level that is logged to standard output. */
  logLevel: 'silent' | 'error' | 'warn' | 'info'
}

/** A chain as an admin connects it. Addresses are in lower case. */
export interface ConnectedChain {
  chainId: number
  name: string
  /** Of its node. */
  url: string
  receivers: readonly string[]
  tokens: readonly ChainToken[]
  /** Null: the block at `since`. */
  fromBlock: number | null
  /** The sale's first purchase; null if there is none: then the newest block. */
  since: Date | null
}

/** What its node says of it. */
export interface ChainChecked {
  /** All that was checked, in words. */
  steps: ChainCheckStep[]
  /** What is not as it is given, by the field, such as `tokens.2.decimals`. */
  errors: { field: string; message: string }[]
  /** 0 if there are errors. */
  fromBlock: number
  /** So many blocks the node gives logs of in one call. */
  rangeBlocks: number
}

/** The nodes of blockchains. */
export interface ChainNodes {
  /** Compares a chain with its node. An error of the node is no rejection. */
  check(chain: ConnectedChain): Promise<ChainChecked>
}

/** Everything that the app needs from outside. */
export interface Dependencies {
  db: Db
  /** For lists and analytics. Without one they read from `db`. */
  replica?: Replica
  clock: Clock
  mailer: Mailer
  brevo: Brevo
  telegram: Telegram
  push: Push
  chainNodes: ChainNodes
  importJobs: ImportJobs
  allocationJobs: AllocationJobs
  live: Live
  readiness: Readiness
  /** Absent while metrics are off. */
  metrics?: Metrics
  config: AppConfig
}
