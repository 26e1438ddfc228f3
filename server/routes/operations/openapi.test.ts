import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#src/wire/calls.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

test('the OpenAPI document has every call with its schemas, and is public', async () => {
  const { status, body } = await t.call('GET', '/openapi.json')
  expect([status, body.openapi]).toEqual([200, '3.1.0'])
  const operations = Object.values<Record<string, { operationId: string }>>(body.paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId }) => operationId)
  expect(operations.toSorted()).toEqual(Object.keys(calls).toSorted())
  expect(
    body.paths['/v1/auth/login'].post.requestBody.content['application/json'].schema,
  ).toMatchObject({
    required: ['email', 'password'],
    additionalProperties: false,
  })
  expect(Object.keys(body.paths['/v1/channels/summary'].get.responses['200'].content)).toEqual([
    'application/json',
    'text/csv',
  ])
  const list = body.paths['/v1/transactions'].get
  expect(list.security).toEqual([{ bearer: [] }])
  expect(list.parameters).toContainEqual({
    name: 'projects',
    in: 'query',
    required: false,
    schema: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 1000 },
  })
  const found = body.paths['/v1/search'].post
  expect(found.requestBody.content['application/json'].schema).toMatchObject({
    required: ['q', 'projects'],
    properties: { q: { minLength: 2, maxLength: 200 } },
  })
  const kinds = found.responses['200'].content['application/json'].schema.properties.results
  expect(JSON.stringify(kinds)).toMatch(/wallet.*transaction.*bonus_code.*lead/)
  expect(list.parameters).toContainEqual({
    name: 'sort',
    in: 'query',
    required: false,
    schema: {
      type: 'string',
      enum: ['created_at', 'payment_usd_amount'],
      default: 'created_at',
    },
  })
  expect(body.paths['/v1/leads/csv'].get.parameters).toContainEqual({
    name: 'fields',
    in: 'query',
    required: true,
    schema: {
      type: 'array',
      items: { type: 'string', enum: ['email', 'mobile'] },
      minItems: 1,
      maxItems: 1000,
    },
  })
  const { responses } =
    body.paths['/v1/wallets/{project_id}/{wallet_address}/transactions/manual'].post
  expect(Object.keys(responses)).toEqual(['201', '202', 'default'])
  expect(responses['202'].content['application/json'].schema.required).toEqual(['approval'])
  expect(body.paths['/v1/live'].get.responses['200'].content).toEqual({ 'text/event-stream': {} })
  expect(list.responses['200'].content['application/json'].schema.required).toEqual([
    'results',
    'page',
    'limit',
  ])
})
