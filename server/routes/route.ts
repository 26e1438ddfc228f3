import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { calls, type Call, type CallName } from '#src/wire/calls.ts'
import { requireRole } from '#server/auth/access.ts'
import { authenticate, type Actor } from '#server/auth/authenticate.ts'
import type { Db } from '#server/db/open.ts'
import {
  badRequest,
  describeIssues,
  HttpError,
  invalidInput,
  notFound,
  wrongType,
} from '#server/http/errors.ts'
import type { AppConfig, Dependencies, Clock } from '#server/dependencies.ts'

// The app keeps its bundle small without these texts; the server's refusals are read by people.
z.config(z.locales.en())

export interface Api {
  app: FastifyInstance
  parts: Dependencies
}

type Calls = typeof calls
type Output<C, Key extends string> = C extends { [K in Key]: infer S extends z.core.$ZodType }
  ? z.output<S>
  : undefined
type ActorOf<C> = C extends { access: 'open' | 'ingest-key' } ? null : Actor
type Answer<C> = C extends { answer: infer S }
  ? S extends z.core.$ZodType
    ? z.input<S>
    : S extends null
      ? void
      : FastifyReply
  : never

/** What a handler gets: the call's input, parsed by its wire schemas, and who makes it. */
export interface Context<Name extends CallName> {
  name: Name
  params: Output<Calls[Name], 'params'>
  query: Output<Calls[Name], 'query'>
  body: Output<Calls[Name], 'body'>
  actor: ActorOf<Calls[Name]>
  db: Db
  /** The replica, for lists and analytics. */
  readDb: Db
  clock: Clock
  /** One moment for the whole request. */
  now: Date
  parts: Dependencies
  config: AppConfig
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Registers a call of the contract. In this order: who is it, may the role, is the input good; then
 * the handler, whose answer is sent with the call's status and never cached.
 */
export function route<Name extends CallName>(
  api: Api,
  name: Name,
  handler: (context: Context<Name>) => Promise<Answer<Calls[Name]>>,
): void {
  const call: Call = calls[name]
  const { app, parts } = api
  const actors = new WeakMap<FastifyRequest, Actor>()

  app.route({
    method: call.method,
    url: `/v1${call.path}`,
    // Before the body is read: nobody else's upload costs anything.
    onRequest: async (request) => {
      // Keys of senders are no sign-ins: the routes that take them ask for them.
      if (call.access === 'open' || call.access === 'ingest-key') return
      const actor = await authenticate(parts, request, call.access)
      requireRole(actor, call.roles)
      actors.set(request, actor)
    },
    handler: async (request, reply) => {
      // Another type than these two has no parser, and is refused as well.
      if (call.body !== undefined && request.isMultipart() !== (call.body === 'multipart'))
        throw wrongType(
          `Unsupported media type: must be ${call.body === 'multipart' ? 'multipart/form-data' : 'application/json'}`,
        )
      void reply.header('cache-control', 'no-store')
      // The schemas of this very call made these values, and the hook above this actor.
      const context = {
        name,
        params: readParams(call, request.params),
        query: readInput('query', call.query, withoutBrackets(request.query)),
        body: call.body === 'multipart' ? undefined : readInput('body', call.body, request.body),
        actor: actors.get(request) ?? null,
        db: parts.db,
        readDb: parts.readDb ?? parts.db,
        clock: parts.clock,
        now: parts.clock.now(),
        parts,
        config: parts.config,
        request,
        reply,
      } as unknown as Context<Name>
      const answer = await handler(context)
      if (reply.sent || typeof call.answer === 'string') return reply
      void reply.code(call.status)
      if (call.answer === null) return reply.send()
      if (parts.config.checksAnswers) checkAnswer(name, call.answer, answer)
      return reply.send(answer)
    },
  })
}

/** A path that can name nothing names nothing. */
function readParams(call: Call, params: unknown): unknown {
  if (!call.params) return undefined
  const result = z.safeParse(call.params, params)
  if (!result.success || !isStorable(params)) throw notFound()
  return result.data
}

function readInput(where: 'query' | 'body', schema: z.core.$ZodType | undefined, input: unknown) {
  if (!schema) return undefined
  if (where === 'body' && input === undefined) throw badRequest('The body is missing')
  const result = z.safeParse(schema, input)
  if (!result.success) throw new HttpError(400, describeIssues(where, result.error))
  if (!isStorable(result.data)) throw invalidInput(where, 'Must be well-formed text without NUL')
  return result.data
}

/** `projects[]=A` is another spelling of `projects=A`. */
function withoutBrackets(query: unknown): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query ?? {})) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    // An own property, also for `__proto__`.
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

/** PostgreSQL has no text with NUL, and no JSON with half a surrogate pair. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !/[\0\p{Surrogate}]/u.test(value)
  if (value === null || typeof value !== 'object') return true
  return Object.values(value).every(isStorable)
}

function checkAnswer(name: CallName, schema: z.core.$ZodType, answer: unknown): void {
  const result = z.safeParse(schema, JSON.parse(JSON.stringify(answer)))
  if (!result.success)
    throw new Error(`The answer of ${name} breaks its schema: ${z.prettifyError(result.error)}`)
}
