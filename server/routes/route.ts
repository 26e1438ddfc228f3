import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import * as z from 'zod/mini'
import { requireMayWrite, requireRole } from '#server/auth/access.ts'
import type { openSenders } from '#server/auth/authenticate-sender.ts'
import { authenticate, type Actor } from '#server/auth/authenticate.ts'
import { requireStepUp } from '#server/auth/factors/step-up.ts'
import {
  authenticateReader,
  endWithKey,
  hasReadingKey,
  type Reader,
} from '#server/auth/reading-keys.ts'
import { noteWrite } from '#server/db/accounts/sessions.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { Sender } from '#server/db/ingest/ingest-keys.ts'
import type { AppConfig, Dependencies } from '#server/dependencies.ts'
import { addVary, prefersCsv } from '#server/http/accept.ts'
import {
  badRequest,
  describeIssues,
  HttpError,
  invalidInput,
  notFound,
  wrongType,
} from '#server/http/errors.ts'
import type { Call, KeyScope } from '#src/wire/call.ts'
import { calls, type CallName } from '#src/wire/calls.ts'
import { isTableCall, toTable } from './csv-tables.ts'

// The client leaves these texts out of its bundle. The server's errors are read by people.
z.config(z.locales.en())

export interface Api {
  app: FastifyInstance
  dependencies: Dependencies
  /** Requests with one ingest key share its lookup, whatever they call. */
  findSender: ReturnType<typeof openSenders>
  /** What to do after a project was archived or restored in this process. */
  onArchive: (() => void)[]
}

type Calls = typeof calls
type Output<C, Key extends string> = C extends { [K in Key]: infer S extends z.core.$ZodType }
  ? z.output<S>
  : undefined
type ActorOf<C> = C extends { access: 'open' }
  ? null
  : C extends { access: 'ingest-key' }
    ? Sender
    : C extends { scope: KeyScope }
      ? Actor | Reader
      : Actor
type ResponseOf<C> = C extends { response: infer S }
  ? S extends z.core.$ZodType
    ? z.input<S>
    : S extends null
      ? void
      : FastifyReply
  : never

/** The arguments of a handler: the call's input, parsed by its wire schemas, and its caller. */
export interface Context<Name extends CallName> {
  name: Name
  params: Output<Calls[Name], 'params'>
  query: Output<Calls[Name], 'query'>
  /** A Buffer for a call that takes raw bytes. */
  body: Calls[Name] extends { body: 'bytes' } ? Buffer : Output<Calls[Name], 'body'>
  actor: ActorOf<Calls[Name]>
  db: Db
  /**
   * For lists and analytics: the replica, unless it lacks what the caller's session has written. A call
   * that writes reads the primary.
   */
  readDb: Db
  /** The time of the request: one value for the whole handler. */
  now: Date
  dependencies: Dependencies
  config: AppConfig
  request: FastifyRequest
  reply: FastifyReply
}

interface Options extends Pick<RouteShorthandOptions, 'bodyLimit' | 'errorHandler'> {
  /**
   * Parses the body instead of the call's schema, when the handler validates its contents part by
   * part. Text in the contents is not checked either.
   */
  envelope?: z.core.$ZodType
  /** Whether it may write what the caller then reads. By default all methods but GET do. */
  writes?: boolean
}

/**
 * Registers a call of the contract. Each request passes these steps in this order: authentication,
 * role, input validation, step-up, handler. The response has the call's status and is never cached. The
 * rows of some calls are also answered as CSV.
 */
export function route<Name extends CallName>(
  api: Api,
  name: Name,
  handler: (context: Context<Name>) => Promise<ResponseOf<Calls[Name]>>,
  { envelope, writes = calls[name].method !== 'GET', ...options }: Options = {},
): void {
  const call: Call = calls[name]
  const { app, dependencies } = api
  const actors = new WeakMap<FastifyRequest, Caller>()
  // A call that only reads goes on without the primary.
  const db = writes ? dependencies.db : (dependencies.replica?.primary ?? dependencies.db)

  app.route({
    ...options,
    method: call.method,
    url: `/v1${call.path}`,
    // Before the body is read, so that a refused upload costs nothing.
    onRequest: async (request, reply) => {
      // First, so that a key is refused by calls that are open to all, too.
      if (hasReadingKey(request)) {
        const reader = await authenticateReader(dependencies, request, call)
        endWithKey(dependencies, reader, reply)
        actors.set(request, reader)
        return
      }
      if (call.access === 'open') return
      if (call.access === 'ingest-key') {
        actors.set(request, await api.findSender(request))
        return
      }
      const actor = await authenticate({ ...dependencies, db }, request, call.access)
      requireRole(actor, call.roles)
      requireMayWrite(actor, call)
      actors.set(request, actor)
    },
    handler: async (request, reply) => {
      // Fastify has no parser for any other type and refuses it with 415 too.
      requireBodyType(call.body, request)
      void reply.header('cache-control', 'no-store')
      const actor = actors.get(request) ?? null
      // The call's own schemas parsed these values, and the hook above set the actor.
      const context = {
        name,
        params: readParams(call, request.params),
        query: readInput('query', call.query, withoutBrackets(request.query)),
        body: readBody(call, request.body, envelope),
        actor,
        db,
        readDb: writes ? db : readerFor(dependencies, actor),
        now: dependencies.clock.now(),
        dependencies,
        config: dependencies.config,
        request,
        reply,
      } as unknown as Context<Name>
      if (call.needsStepUp !== undefined)
        // Only calls of a signed-in person need it.
        await requireStepUp(context as unknown as Context<'stepUp'>, { scope: call.needsStepUp })
      // The status of a handler that answers with another one than the call's stays.
      void reply.code(call.status)
      const response = await handler(context)
      if (writes && dependencies.replica && isSession(actor))
        // The call has succeeded. Without the note, the session's next reads may lack it for a moment.
        await noteWrite(db, actor.sessionId).catch((error: unknown) => request.log.warn(error))
      if (reply.sent || typeof call.response === 'string') return reply
      // 304: the caller has the response already.
      if (call.response === null || reply.statusCode === 304) return reply.send()
      if (dependencies.config.checksResponses) checkResponse(name, call.response, response)
      if (!isTableCall(name)) return reply.send(response)
      addVary(reply, 'accept')
      if (!prefersCsv(request.headers.accept)) return reply.send(response)
      // The calls of a table have a response for each project, as the check above has it.
      const table = toTable(name, response as Readonly<Record<string, unknown>>)
      return reply.type('text/csv; charset=utf-8').send(table)
    },
  })
}

type Caller = Actor | Reader | Sender

const isSession = (actor: Caller | null): actor is Actor => actor !== null && 'sessionId' in actor

function readerFor({ db, replica }: Dependencies, actor: Caller | null): Db {
  if (!replica) return db
  return isSession(actor) ? replica.readerFor(actor) : replica.db
}

function requireBodyType(body: Call['body'], request: FastifyRequest): void {
  const isForm = request.isMultipart()
  const isBytes = Buffer.isBuffer(request.body)
  if (body === undefined || (isForm === (body === 'multipart') && isBytes === (body === 'bytes')))
    return
  const type =
    body === 'multipart'
      ? 'multipart/form-data'
      : body === 'bytes'
        ? 'application/octet-stream'
        : 'application/json'
  throw wrongType(`Unsupported media type: must be ${type}`)
}

/** A path that no id can match is 404, not 400. */
function readParams(call: Call, params: unknown): unknown {
  if (!call.params) return undefined
  const result = z.safeParse(call.params, params)
  if (!result.success || !isStorable(params)) throw notFound()
  return result.data
}

function readBody(call: Call, body: unknown, envelope: z.core.$ZodType | undefined): unknown {
  if (call.body === undefined || call.body === 'multipart') return undefined
  if (call.body === 'bytes') return body
  if (body === undefined) throw badRequest('The body is missing')
  return envelope ? parse('body', envelope, body) : readInput('body', call.body, body)
}

function readInput(where: 'query' | 'body', schema: z.core.$ZodType | undefined, input: unknown) {
  if (!schema) return undefined
  const value = parse(where, schema, input)
  if (!isStorable(value)) throw invalidInput(where, 'Must be well-formed text without NUL')
  return value
}

function parse(where: 'query' | 'body', schema: z.core.$ZodType, input: unknown): unknown {
  const result = z.safeParse(schema, input)
  if (!result.success) throw new HttpError(400, describeIssues(where, result.error))
  return result.data
}

/** `projects[]=A` means the same as `projects=A`. */
function withoutBrackets(query: unknown): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query ?? {})) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    // Defined, not assigned, so that `__proto__` becomes an own property too.
    const before: unknown = Object.hasOwn(plain, name) ? plain[name] : []
    const values = [before, value].flat()
    Object.defineProperty(plain, name, {
      value: values.length === 1 ? values[0] : values,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
  return plain
}

/** PostgreSQL stores neither text with NUL nor JSON with a lone surrogate. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !/[\0\p{Surrogate}]/u.test(value)
  if (value === null || typeof value !== 'object') return true
  return Object.values(value).every(isStorable)
}

function checkResponse(name: CallName, schema: z.core.$ZodType, response: unknown): void {
  const result = z.safeParse(schema, JSON.parse(JSON.stringify(response)))
  if (!result.success)
    throw new Error(`The response of ${name} breaks its schema: ${z.prettifyError(result.error)}`)
}
