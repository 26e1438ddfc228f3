import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { openImportJobs } from '#server/admin/import-jobs.ts'
import { openBuildJobs } from '#server/allocations/build-jobs.ts'
import { buildApp } from '#server/app.ts'
import { openSession } from '#server/auth/session-tokens.ts'
import { openChainNodes } from '#server/chain/check-chain.ts'
import { openNodes } from '#server/chain/open-node.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { AppConfig, Dependencies, Brevo, Clock, Mail } from '#server/dependencies.ts'
import { SOCKET_LIMITS } from '#server/http/slow-sockets.ts'
import { openReadiness } from '#server/lifecycle/readiness.ts'
import { LIVE_LIMITS, type LiveLimits } from '#server/live/limits.ts'
import { openLive } from '#server/live/live.ts'
import { openPush } from '#server/outbound/push.ts'
import { ABSENT_SERVICE } from '#tests/support/calls/push-service.ts'
import { addUser, type UserFields } from './builders.ts'
import { openTestDatabase } from './database.ts'

/** After every time that a test sets. */
const CONFIRMED_UNTIL = new Date('2100-01-01T00:00:00.000Z')
const START = '2026-11-20T12:00:00.000Z'

export interface SignedIn {
  token: string
  refreshToken: string
  user: { id: number; email: string; role: string }
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** The parsed JSON, or undefined if the body is not JSON. The app validates it against the schema. */
  body: ReturnType<typeof JSON.parse>
  text: string
}

export interface Request {
  as?: SignedIn | string | null
  body?: unknown
  headers?: Record<string, string>
  ip?: string
}

export interface TestClock extends Clock {
  set(instant: string): void
  advance(ms: number): void
}

export interface TestApp {
  app: FastifyInstance
  db: Db
  clock: TestClock
  dependencies: Dependencies
  /** Every mail that was sent. */
  mails: Mail[]
  /**
   * A new user of this role with these projects, signed in and, unless `isConfirmed` is false, confirmed
   * for calls that need a step-up.
   */
  signIn(
    role?: string,
    projects?: readonly string[],
    fields?: UserFields & { isConfirmed?: boolean },
  ): Promise<SignedIn>
  call(method: string, path: string, request?: Request): Promise<Answer>
  close(): Promise<void>
}

/** The real app on a fresh, migrated, temporary database, with a clock that only the test moves. */
export async function openTestApp({
  config = {},
  liveLimits = {},
  ...replaced
}: Partial<Omit<Dependencies, 'config'>> & {
  config?: Partial<AppConfig>
  liveLimits?: Partial<LiveLimits>
} = {}): Promise<TestApp> {
  const database = replaced.db ? null : await openTestDatabase()
  // Either the body or the form is defined.
  const db = replaced.db ?? database!.db
  const clock = testClock()
  const mails: Mail[] = []
  const log = (message: string) => console.error(message)
  const brevo: Brevo = { test: async () => ({ ok: true }) }
  const merged = { ...testConfig(), ...config }
  const dependencies: Dependencies = {
    clock,
    brevo,
    telegram: { test: async () => ({ ok: true }) },
    importJobs: openImportJobs({ db, clock, log }),
    allocationJobs: openBuildJobs({ db, clock, log }),
    live: openLive({
      db,
      ...(replaced.replica ? { readDb: replaced.replica.db } : {}),
      ...(database ? { listen: database.listen } : {}),
      clock: replaced.clock ?? clock,
      limits: { ...LIVE_LIMITS, ...liveLimits },
      log,
    }),
    push: openPush({
      db,
      clock,
      secret: merged.secret,
      oldSecret: merged.oldSecret,
      subject: 'mailto:tests@saleroom.example',
      origins: [ABSENT_SERVICE],
      log,
      post: async () => ({ status: 201, retryAfterMs: null }),
    }),
    chainNodes: openChainNodes({ openNode: openNodes({ origins: [] }), clock }),
    readiness: openReadiness({
      probe: db,
      embeddedFolder: null,
      clock,
      log,
      // On a busy machine, the check may take long.
      limitMs: 60_000,
    }),
    mailer: { delivers: true, send: async (mail) => void mails.push(mail) },
    ...replaced,
    db,
    config: merged,
  }
  const app = await buildApp(dependencies)
  await app.ready()

  const call = async (method: string, path: string, request: Request = {}): Promise<Answer> => {
    const { as, body, headers = {}, ip } = request
    const token = typeof as === 'string' ? as : as?.token
    // A stream has no end: only its head is answered.
    const payloadAsStream = path.startsWith('/live')
    const response = await app.inject({
      ...(payloadAsStream ? { payloadAsStream } : {}),
      // inject accepts every method that tests use.
      method: method as 'GET',
      url: `/v1${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(ip === undefined ? {} : { remoteAddress: ip }),
      ...(body === undefined ? {} : { payload: body as string | object }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    if (payloadAsStream && !isJson) response.raw.res.destroy()
    const received =
      payloadAsStream && isJson ? await text(response.stream()) : (response.body ?? '')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(received) : undefined,
      text: received,
    }
  }

  return {
    app,
    db,
    clock,
    dependencies,
    mails,
    call,
    async signIn(role = 'user', projects = [], { isConfirmed = true, ...fields } = {}) {
      const user = await addUser(db, { role, ...fields }, projects)
      return signInAgain({ db, dependencies }, { user }, isConfirmed)
    },
    async close() {
      await app.close()
      await dependencies.live.close()
      await dependencies.importJobs.stop()
      await dependencies.allocationJobs.stop()
      await database?.close()
    },
  }
}

/** Opens a session of a person, confirmed for good: the tests of the step-up itself use others. */
export async function signInAgain(
  { db, dependencies }: Pick<TestApp, 'db' | 'dependencies'>,
  { user: { id, email, role } }: Pick<SignedIn, 'user'>,
  isConfirmed = true,
): Promise<SignedIn> {
  const place = { ip: '127.0.0.1', userAgent: undefined, method: 'password' } as const
  const tokens = await db.transaction().execute((tx) => openSession(tx, dependencies, id, place))
  if (isConfirmed)
    await db
      .updateTable('sessions')
      .set({ confirmed_at: CONFIRMED_UNTIL, confirmed_for: 'everything' })
      .where('user_id', '=', id)
      .execute()
  const { access, refresh } = tokens
  return { token: access.token, refreshToken: refresh.token, user: { id, email, role } }
}

function testConfig(): AppConfig {
  return {
    publicUrl: 'http://localhost:3000',
    origins: [],
    mediaOrigins: [],
    collectsVitals: false,
    secret: randomBytes(32),
    clientFolder: null,
    previousAssetsFolder: null,
    metricsToken: null,
    trustProxy: null,
    socketLimits: SOCKET_LIMITS,
    checksResponses: true,
    logLevel: 'error',
  }
}

export function testClock(start = START): TestClock {
  let time = Date.parse(start)
  return {
    now: () => new Date(time),
    set: (instant) => {
      time = Date.parse(instant)
    },
    advance: (ms) => {
      time += ms
    },
  }
}
