import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { stampServiceWorker } from './static.ts'

const HTML = '<!doctype html><title>Saleroom</title>'
const SCRIPT = 'console.log(1)'
const DAY_MS = 86_400_000

let folder: string
let client: string
let previousFolder: string
let t: TestApp
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-static-'))
  client = path.join(folder, 'client')
  previousFolder = path.join(folder, 'assets')
  const files: Record<string, string | Buffer> = {
    'index.html': HTML,
    'index.html.gz': gzipSync(HTML),
    'sw.js': SCRIPT,
    'manifest.webmanifest': '{}',
    'icons/icon.svg': '<svg/>',
    'assets/index-abc.js': SCRIPT,
    'assets/index-abc.js.br': 'brotli',
    'assets/index-abc.js.gz': gzipSync(SCRIPT),
  }
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(client, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  mkdirSync(previousFolder)
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  for (const [name, days] of [
    ['recent-old.js', 29],
    ['stale-old.js', 31],
  ] as const) {
    writeFileSync(path.join(previousFolder, name), `${name} of a previous build`)
    utimesSync(path.join(previousFolder, name), new Date(now), new Date(now - days * DAY_MS))
  }
  t = await openTestApp({
    config: {
      clientFolder: client,
      previousAssetsFolder: previousFolder,
      mediaOrigins: ['https://media.example'],
      publicUrl: 'https://sales.example',
    },
  })
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The Accept header of a navigation. */
const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers })

describe('the app', () => {
  test.each(['/', '/login', '/transactions?x=a.b', '/bonus-codes/'])(
    'is served at %s',
    async (url) => {
      const response = await get(url, { accept: NAVIGATION })
      expect([response.statusCode, response.body]).toEqual([200, HTML])
      expect(response.headers['vary']).toContain('accept-encoding')
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-cache')
    },
  )

  test.each([
    ['/metrics', '*/*'],
    ['/readyz', 'application/json'],
    ['/healthz', ''],
    ['/login', 'application/xhtml+xml'],
    ['/transactions', 'text/htmlx, */*'],
  ])('is not served for %s to a client that accepts "%s"', async (url, accept) => {
    const response = await get(url, { accept })
    expect([response.statusCode, response.body]).toEqual([404, 'Not found'])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('is cached per Accept header', async () => {
    const { headers } = await get('/nothing', { accept: NAVIGATION })
    expect(headers['vary']).toBe('accept, accept-encoding')
  })

  test.each([
    '/assets/index-gone.js',
    '/assets/',
    '/favicon.ico',
    '/deep/er/file.css',
    '/assets/..%2f..%2fpackage.json',
    '/..%2fsecret.txt',
  ])('is not served for the missing file %s', async (url) => {
    const response = await get(url, { accept: 'text/html' })
    expect([response.statusCode, response.body]).toEqual([404, 'Not found'])
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each(['/v1', '/v1/nothing', '/v1/assets/index-abc.js'])('%s is the API', async (url) => {
    const response = await get(url)
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { code: 404, message: 'Not found' },
    ])
  })

  test.each([
    ['/assets/index-abc.js', 'public, max-age=31536000, immutable'],
    ['/sw.js', 'no-cache'],
    ['/index.html', 'no-cache'],
    ['/manifest.webmanifest', 'no-cache'],
    ['/icons/icon.svg', 'public, max-age=3600'],
  ])('%s is cached as: %s', async (url, caching) => {
    expect((await get(url)).headers['cache-control']).toBe(caching)
  })

  test.each([
    ['br, gzip', 'br', Buffer.from('brotli')],
    ['gzip, br;q=0', 'gzip', gzipSync(SCRIPT)],
    ['deflate', undefined, Buffer.from(SCRIPT)],
    ['', undefined, Buffer.from(SCRIPT)],
  ])('to a browser that takes "%s" a file comes as %s', async (accepted, encoding, bytes) => {
    const response = await get('/assets/index-abc.js', { 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers['vary']).toContain('accept-encoding')
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(response.rawPayload.equals(bytes)).toBe(true)
  })

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])(
    'the worker is compressed for a browser that accepts "%s"',
    async (accepted, encoding, open) => {
      const response = await get('/sw.js', { 'accept-encoding': accepted })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(open(response.rawPayload).toString()).toBe(SCRIPT)
    },
  )

  test('a file that the browser has is not sent again', async () => {
    const { etag = '' } = (await get('/')).headers
    const again = await get('/', { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('assets of previous builds', () => {
  test('are served for 30 days', async () => {
    const response = await get('/assets/recent-old.js')
    expect([response.statusCode, response.body]).toEqual([200, 'recent-old.js of a previous build'])
    expect(response.headers['cache-control']).toContain('immutable')
    expect((await get('/assets/stale-old.js')).statusCode).toBe(404)
  })

  test('are stored with those of this build', () => {
    expect(readdirSync(previousFolder).toSorted()).toEqual(['index-abc.js', 'recent-old.js'])
  })
})

test('the page is marked if the app is to measure itself, and the worker caches it again', async () => {
  const measured = await openTestApp({ config: { clientFolder: client, collectsVitals: true } })
  const read = (url: string) => measured.app.inject({ url, headers: { accept: NAVIGATION } })
  expect((await read('/')).body).toContain('<meta name="vitals"')
  expect((await get('/', { accept: NAVIGATION })).body).not.toContain('vitals')
  await measured.close()
})

describe('security headers', () => {
  test('a page loads and runs only its own files, and cannot be framed', async () => {
    const { headers } = await get('/login', { accept: NAVIGATION })
    const policy = String(headers['content-security-policy'])
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "connect-src 'self' https://media.example",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default chunks preview',
      ]),
    )
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|upgrade-insecure/)
  })

  test.each(['/', '/sw.js', '/assets/index-gone.js', '/v1/health', '/v1/nothing'])(
    '%s has them',
    async (url) => {
      expect((await get(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
    },
  )
})

const WORKER = 'keep([{"revision":"1","url":"a.js"},{"revision":"abc","url":"index.html"}])'

test('new headers of the page change the revision of the page only', () => {
  const first = stampServiceWorker(WORKER, "script-src 'self'")
  const second = stampServiceWorker(WORKER, "script-src 'none'")
  expect(first).toContain('{"revision":"1","url":"a.js"}')
  expect(first).toMatch(/\{"revision":"abc-[\da-f]{8}","url":"index\.html"\}/)
  expect(second).not.toBe(first)
  expect(stampServiceWorker(WORKER, "script-src 'self'")).toBe(first)
})

test('a new page with the same headers has a new revision', () => {
  const next = WORKER.replace('abc', 'def')
  expect(stampServiceWorker(next, 'x')).not.toBe(stampServiceWorker(WORKER, 'x'))
  expect(stampServiceWorker('{"url":"index.html","revision":"abc"}', 'x')).toContain('"abc-')
})

test('a worker that precaches no page is unchanged', () => {
  expect(stampServiceWorker('self.skipWaiting()', 'x')).toBe('self.skipWaiting()')
})
