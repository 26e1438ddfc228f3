import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/app.ts'

const LIMITS = { head: 300, body: 300, upload: 1500, linger: 200, check: 50 }

let t: TestApp
let port: number
beforeAll(async () => {
  t = await openTestApp({ config: { socketLimits: LIMITS } })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  // A listening TCP server has an address with a port.
  port = (t.app.server.address() as AddressInfo).port
})
afterAll(() => t.close())

async function open(start: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'connect')
  socket.write(start)
  return socket
}

/** Milliseconds until the server ends the connection. */
async function lifeOf(socket: Socket): Promise<number> {
  const started = performance.now()
  await once(socket, 'close')
  return performance.now() - started
}

const post = (type: string) =>
  `POST /v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 100\r\n\r\n`

test('a head that never ends is ended', async () => {
  const life = await lifeOf(await open('GET /v1/health HTTP/1.1\r\nhost: x\r\nx-slow: '))
  expect(life).toBeGreaterThan(LIMITS.head - 100)
  expect(life).toBeLessThan(10 * LIMITS.head)
})

test('a body that never ends is ended', async () => {
  const life = await lifeOf(await open(`${post('application/json')}{"email":`))
  expect(life).toBeGreaterThan(LIMITS.body - 100)
  expect(life).toBeLessThan(10 * LIMITS.body)
})

test('somebody without a token can not keep an upload open', async () => {
  const head = `POST /v1/banners/AURA HTTP/1.1\r\nhost: x\r\ncontent-length: 9000000\r\n`
  const life = await lifeOf(
    await open(`${head}content-type: multipart/form-data; boundary=b\r\n\r\n--b`),
  )
  expect(life).toBeLessThan(LIMITS.upload)
})

test.each([
  ['NOT HTTP\r\n\r\n', 400, 'Bad request'],
  [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'The header is too large'],
  ['GET / HTTP/1.1\r\nhost: x\r\nx: ', 408, 'Request timeout'],
])('what is no whole request is answered and ended: %j', async (start, code, message) => {
  const socket = await open(start)
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  await once(socket, 'close')
  const [head, body] = Buffer.concat(pieces).toString().split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${code} `)
  expect(JSON.parse(body ?? '')).toEqual({ code, message })
})

test('two hundred half-open sockets hold nobody up', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 200 }, () => open('GET /v1/health HTTP/1.1\r\nhost: x\r\n')),
  )
  const answer = await fetch(`http://127.0.0.1:${port}/v1/health`)
  expect(await answer.json()).toEqual({ status: 'ok' })
  await Promise.all(sockets.map(lifeOf))
})

test('closing answers what is in flight and ends', async () => {
  const own = await openTestApp({ config: { socketLimits: LIMITS } })
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const address = own.app.server.address() as AddressInfo
  const inFlight = fetch(`http://127.0.0.1:${address.port}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@b.example', password: 'wrong-one' }),
  })
  await once(own.app.server, 'request')
  const closed = own.close()
  expect((await inFlight).status).toBe(401)
  await closed
  await expect(fetch(`http://127.0.0.1:${address.port}/v1/health`)).rejects.toThrow('fetch failed')
})
