import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openBrevo } from './brevo.ts'

const KEY = 'xkeysib-canary'
let stop: (() => void) | null = null
afterEach(() => stop?.())

/** Starts a mock of Brevo on a free port. */
async function mockBrevo(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${String(request.headers['api-key'])}`)
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  // A server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo
  return { brevo: openBrevo({ url: `http://127.0.0.1:${port}/v3/` }), seen, port }
}

const json = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const failed = (message: string, code: string) => ({
  ok: false,
  answer: JSON.stringify({ message, code }),
})

test('a valid key and an existing list pass', async () => {
  const { brevo, seen } = await mockBrevo(json(200, { id: 14 }))
  expect(await brevo.test(KEY, 14)).toEqual({ ok: true })
  expect(await brevo.test(KEY, null)).toEqual({ ok: true })
  expect(seen).toEqual([
    `GET /v3/account ${KEY}`,
    `GET /v3/contacts/lists/14 ${KEY}`,
    `GET /v3/account ${KEY}`,
  ])
})

test('an error is passed on in two fields, without the key', async () => {
  const body = { message: `Key ${KEY} not found`, code: 'unauthorized', trace: 'secret' }
  const { brevo } = await mockBrevo(json(401, body))
  expect(await brevo.test(KEY, null)).toEqual(failed('Key [redacted] not found', 'unauthorized'))
})

test('a missing list gives the error of Brevo', async () => {
  const { brevo } = await mockBrevo((request, response) => {
    const isList = request.url?.includes('lists') ?? false
    const body = { message: 'List ID does not exist', code: 'document_not_found' }
    json(isList ? 404 : 200, isList ? body : {})(request, response)
  })
  expect(await brevo.test(KEY, 99)).toEqual(failed('List ID does not exist', 'document_not_found'))
})

test('a redirect is not followed, so the key stays with Brevo', async () => {
  const { brevo, seen } = await mockBrevo((_, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await brevo.test(KEY, null)).toEqual(
    failed('Unexpected answer with status 302', 'unexpected_answer'),
  )
  expect(seen).toHaveLength(1)
})

test.each([
  ['HTML', '<html>Bad gateway</html>'],
  ['endless text', 'x'.repeat(500_000)],
  ['JSON of another shape', '[1]'],
])('%s is not passed on', async (_name, body) => {
  const { brevo } = await mockBrevo((_request, response) => response.writeHead(502).end(body))
  expect(await brevo.test(KEY, null)).toEqual(
    failed('Unexpected answer with status 502', 'unexpected_answer'),
  )
})

test('an unreachable host is reported', async () => {
  const { brevo } = await mockBrevo((request) => request.socket.destroy())
  expect(await brevo.test(KEY, null)).toEqual(failed('Brevo could not be reached', 'unreachable'))
})

test.each(['', 'two words', 'key\r\nx: y', 'ключ'])(
  'the invalid key %j is not sent',
  async (key) => {
    const { brevo, seen } = await mockBrevo(json(200, {}))
    expect(await brevo.test(key, null)).toEqual(failed('Key not found', 'unauthorized'))
    expect(seen).toEqual([])
  },
)
