import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const get = (url: string, encodings: string) =>
  t.app.inject({ url, headers: { 'accept-encoding': encodings } })

test('a long response is compressed for a client that accepts gzip', async () => {
  const plain = await get('/v1/openapi.json', 'br, gzip;q=0')
  const packed = await get('/v1/openapi.json', 'gzip, deflate, br')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    vary: 'origin, accept-encoding',
  })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.rawPayload.length).toBeLessThan(plain.body.length / 4)
})

test('a short response is not compressed', async () => {
  expect((await get('/v1/health', 'gzip')).headers['content-encoding']).toBeUndefined()
})
