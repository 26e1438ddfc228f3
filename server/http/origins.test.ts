import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp({
    config: { publicUrl: 'https://sales.example', origins: ['https://other.example'] },
  })
})
afterAll(() => t.close())

const LOGOUT = { method: 'POST', url: '/v1/auth/logout', payload: { refresh_token: 'x' } } as const

describe('other origins', () => {
  test.each([
    ['https://sales.example', 'https://sales.example'],
    ['https://other.example', 'https://other.example'],
    ['https://evil.example', undefined],
    ['https://other.example.evil.example', undefined],
    ['null', undefined],
  ])('a page of %s may read responses as %s', async (origin, allowed) => {
    const response = await t.app.inject({ url: '/v1/health', headers: { origin } })
    expect(response.headers['access-control-allow-origin']).toBe(allowed)
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
    expect(response.headers['vary']).toContain('origin')
  })

  test.each([
    ['https://other.example', 'GET, POST, PUT, PATCH, DELETE'],
    ['https://evil.example', undefined],
  ])('a page of %s may call with %s', async (origin, methods) => {
    const response = await t.app.inject({
      method: 'OPTIONS',
      url: '/v1/bonus-codes',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(response.statusCode).toBe(204)
    expect(response.headers['access-control-allow-methods']).toBe(methods)
  })
})

describe('what is public', () => {
  const PROGRESS = '/v1/public/projects/NOSUCH/progress'

  test.each(['https://sales.example', 'https://evil.example', 'null'])(
    'may be read by a page of %s, without a cookie',
    async (origin) => {
      const { statusCode, headers } = await t.app.inject({ url: PROGRESS, headers: { origin } })
      expect(statusCode).toBe(404)
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect(headers['set-cookie']).toBeUndefined()
      // A shared cache has one copy for all origins.
      expect(headers['vary']).toBeUndefined()
    },
  )

  test('answers the preflight of any origin, for reading only', async () => {
    const { statusCode, headers } = await t.app.inject({
      method: 'OPTIONS',
      url: PROGRESS,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    })
    expect(statusCode).toBe(204)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-methods']).toBe('GET, HEAD')
    expect(headers['set-cookie']).toBeUndefined()
  })
})

describe('the XSRF cookie', () => {
  test('is set when absent, same-site, readable by the client', async () => {
    const { headers } = await t.app.inject({ url: '/v1/health' })
    expect(headers['set-cookie']).toMatch(
      /^XSRF-TOKEN=[\w-]{24}; Path=\/; SameSite=Strict; Secure$/,
    )
    const again = await t.app.inject({
      url: '/v1/health',
      headers: { cookie: `a=b; XSRF-TOKEN=${'x'.repeat(24)}` },
    })
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  test.each(['/v1/banner-images/1', '/v1/openapi.json', '/assets/a.js'])(
    'is not set on %s, which shared caches may store',
    async (url) => {
      expect((await t.app.inject({ url })).headers['set-cookie']).toBeUndefined()
    },
  )

  test.each([
    ['without the cookie', undefined, undefined, 204],
    ['with its echo', 'x'.repeat(24), 'x'.repeat(24), 204],
    ['without the echo', 'x'.repeat(24), undefined, 403],
    ['with another echo', 'x'.repeat(24), 'y'.repeat(24), 403],
    ['with a shorter echo', 'x'.repeat(24), 'x', 403],
  ])('a write %s', async (_what, cookie, echo, status) => {
    const headers = {
      ...(cookie ? { cookie: `XSRF-TOKEN=${cookie}` } : {}),
      ...(echo ? { 'x-xsrf-token': echo } : {}),
    }
    expect((await t.app.inject({ ...LOGOUT, headers })).statusCode).toBe(status)
  })

  test('a write requires the header, also with an encoded path', async () => {
    const headers = { cookie: `XSRF-TOKEN=${'x'.repeat(24)}` }
    for (const url of ['/%761/auth/logout', '/v%31/auth/logout'])
      expect((await t.app.inject({ ...LOGOUT, url, headers })).statusCode).toBe(403)
  })

  test('is neither set nor required for a call of a server with its key', async () => {
    const call = { method: 'POST', url: '/v1/ingest/AURA/events', payload: { events: [] } } as const
    const headers = { cookie: `XSRF-TOKEN=${'x'.repeat(24)}` }
    for (const sent of [{}, headers]) {
      const response = await t.app.inject({ ...call, headers: sent })
      // It has no key.
      expect(response.statusCode).toBe(401)
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  test('is not required for reads', async () => {
    const headers = { cookie: `XSRF-TOKEN=${'x'.repeat(24)}` }
    expect((await t.app.inject({ url: '/v1/health', headers })).statusCode).toBe(200)
  })
})
