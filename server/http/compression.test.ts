import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressResponses } from './compression.ts'

let app: FastifyInstance
beforeAll(() => {
  app = Fastify()
  app.addHook('onRequest', async (_request, reply) => void reply.header('vary', 'origin'))
  compressResponses(app)
  const rows = Array.from({ length: 500 }, (_, row) => ({ row }))
  app.get('/long', async () => rows)
  app.get('/short', async () => rows.slice(0, 5))
  app.get('/table', async (_request, reply) =>
    reply.type('text/csv; charset=utf-8').send('row\r\n'.repeat(1000)),
  )
})
afterAll(() => app.close())

const get = (url: string, encodings: string) =>
  app.inject({ url, headers: { 'accept-encoding': encodings } })

test.each([
  ['/long', 'application/json; charset=utf-8'],
  ['/table', 'text/csv; charset=utf-8'],
])('a long response of %s is compressed for a client that accepts gzip', async (url, type) => {
  const plain = await get(url, 'br, gzip;q=0')
  const packed = await get(url, 'gzip, deflate, br')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': type,
    vary: 'origin, accept-encoding',
  })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.rawPayload.length).toBeLessThan(plain.body.length / 3)
})

test('a short response is not compressed', async () => {
  expect((await get('/short', 'gzip')).headers['content-encoding']).toBeUndefined()
})
