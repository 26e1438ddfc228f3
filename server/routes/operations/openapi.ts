import * as z from 'zod/mini'
import { isTableCall } from '#server/routes/csv-tables.ts'
import type { Api } from '#server/routes/route.ts'
import { type Call } from '#src/wire/call.ts'
import { calls, type CallName } from '#src/wire/calls.ts'
import { errorSchema } from '#src/wire/errors.ts'

/** The contract as OpenAPI 3.1, generated from the schemas that validate requests and responses. */
export function openapiRoutes({ app }: Api): void {
  let document: string | undefined
  app.get('/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(describe())
    return reply.type('application/json; charset=utf-8').send(document)
  })
}

type Json = Record<string, unknown>

function describe(): Json {
  const paths: Record<string, Json> = {}
  // The calls' own names.
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const path = `/v1${call.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Saleroom', version: '1' },
    paths,
    components: {
      schemas: { Error: toJson(errorSchema, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operation(name: CallName, call: Call): Json {
  const error = {
    description: 'An error',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  return {
    operationId: name,
    summary: call.summary,
    ...(call.access === 'open' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...(call.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
        : []),
    ],
    ...(call.body === undefined ? {} : { requestBody: requestBody(call.body) }),
    responses: {
      [call.status]: { description: 'Success', ...content(call.response, isTableCall(name)) },
      ...(call.accepted
        ? { 202: { description: 'Waits for somebody', ...content(call.accepted) } }
        : {}),
      default: error,
    },
  }
}

function requestBody(body: NonNullable<Call['body']>): Json {
  if (body === 'bytes') return { required: true, content: { 'application/octet-stream': {} } }
  const [type, schema] =
    body === 'multipart'
      ? ['multipart/form-data', { type: 'object' }]
      : ['application/json', toJson(body, 'input')]
  return { required: true, content: { [type]: { schema } } }
}

/** @param hasTable whether its rows are also answered as CSV */
function content(response: Call['response'], hasTable = false): Json {
  if (response === null) return {}
  if (typeof response === 'string') return { content: { [response]: {} } }
  const json = { 'application/json': { schema: toJson(response, 'output') } }
  const table = { 'text/csv': { schema: { type: 'string' } } }
  return { content: { ...json, ...(hasTable ? table : {}) } }
}

function parameters(where: 'path' | 'query', schema: z.core.$ZodType | undefined): Json[] {
  if (!schema) return []
  // Params are objects, and so is the schema of an object.
  const { properties = {}, required = [] } = z.toJSONSchema(schema, options('input')) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (required.includes(name) && !mayBeEmpty(property)),
    schema: property,
  }))
}

/** An absent array parameter means an empty array. */
function mayBeEmpty(property: Json): boolean {
  return property['type'] === 'array' && !property['minItems']
}

function toJson(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  // A JSON Schema is JSON.
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, options(io)) as Json
  return json
}

const options = (io: 'input' | 'output') => ({ io, unrepresentable: 'any' as const })
