import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'

// The upload limit is longer than any test, so that another limit ends the connection.
const LIMITS = { head: 300, body: 300, upload: 3_600_000, linger: 200, check: 50 }

let t: TestApp
let port: number
beforeAll(async () => {
  t = await openTestApp({ config: { socketLimits: LIMITS } })
  port = await listen(t)
})
afterAll(() => t.close())

async function listen({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A listening TCP server has an address with a port.
  return (app.server.address() as AddressInfo).port
}

interface Opened {
  socket: Socket
  /** Everything that the server sends until it closes the connection. */
  closed: Promise<string>
}

/** Opens a connection and sends the start of a request. */
async function open(start: string, to = port): Promise<Opened> {
  const socket = connect(to, '127.0.0.1')
  const pieces: Buffer[] = []
  socket.on('error', () => {})
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  const closed = once(socket, 'close').then(() => Buffer.concat(pieces).toString())
  await once(socket, 'connect')
  socket.write(start)
  return { socket, closed }
}

const post = (type: string) =>
  `POST /v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 100\r\n\r\n`

test.each([
  ['a head', LIMITS.head, 'GET /v1/health HTTP/1.1\r\nhost: x\r\nx-slow: '],
  ['a body', LIMITS.body, `${post('application/json')}{"email":`],
])('%s that never ends is closed after its limit', async (_what, limitMs, start) => {
  const begun = performance.now()
  await (
    await open(start)
  ).closed
  // A lower bound: load only makes it longer.
  expect(performance.now() - begun).toBeGreaterThan(limitMs - 100)
})

test('an upload without a token cannot stay open', async () => {
  const head = `POST /v1/banners/AURA HTTP/1.1\r\nhost: x\r\ncontent-length: 9000000\r\n`
  const { closed } = await open(`${head}content-type: multipart/form-data; boundary=b\r\n\r\n--b`)
  expect(await closed).toContain('HTTP/1.1 401 ')
})

test.each([
  ['NOT HTTP\r\n\r\n', 400, 'Bad request'],
  [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'The header is too large'],
  ['GET / HTTP/1.1\r\nhost: x\r\nx: ', 408, 'Request timeout'],
])('an incomplete request is answered and closed: %j', async (start, code, message) => {
  const { closed } = await open(start)
  const [head, body] = (await closed).split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${code} `)
  expect(JSON.parse(body ?? '')).toEqual({ code, message })
})

const HALF_OPEN = 'GET /v1/health HTTP/1.1\r\nhost: x\r\n'
const openMany = (to: number) => Promise.all(Array.from({ length: 200 }, () => open(HALF_OPEN, to)))

test('two hundred half-open sockets are ended', async () => {
  const opened = await openMany(port)
  const last = await Promise.all(opened.map(({ closed }) => closed))
  expect(last.filter((line) => line.startsWith('HTTP/1.1 408 '))).toHaveLength(200)
})

test('two hundred half-open sockets do not delay other requests', async () => {
  const own = await openTestApp()
  const ownPort = await listen(own)
  const opened = await openMany(ownPort)
  const response = await fetch(`http://127.0.0.1:${ownPort}/v1/health`)
  expect(await response.json()).toEqual({ status: 'ok' })
  for (const { socket } of opened) socket.destroy()
  await own.close()
})

test('closing answers pending requests and ends', async () => {
  const own = await openTestApp()
  const ownPort = await listen(own)
  const inFlight = fetch(`http://127.0.0.1:${ownPort}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@b.example', password: 'wrong-one' }),
  })
  await once(own.app.server, 'request')
  const closed = own.close()
  expect((await inFlight).status).toBe(401)
  await closed
  await expect(fetch(`http://127.0.0.1:${ownPort}/v1/health`)).rejects.toThrow('fetch failed')
})
