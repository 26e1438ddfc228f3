import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress, publicLookup, type Resolve } from './public-address.ts'
import { findInvalidKey, parseEndpoint } from './push-endpoint.ts'
import { postPush } from './push-request.ts'
import { sendPush } from './push.ts'

/** A server of the private network, which no endpoint must reach. */
let inside: Server
let port = 0
let connections = 0
beforeAll(async () => {
  inside = createServer((_request, response) => response.writeHead(201).end())
  inside.on('connection', () => {
    connections += 1
  })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  const address = inside.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(async () => {
  inside.close()
  await once(inside, 'close')
})

test.each([
  'https://fcm.googleapis.com/fcm/send/dJ8:APA91bH-x_y',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://wns2-by3p.notify.windows.com/w/?token=BQYAAAB%2f%3d',
  'https://web.push.apple.com/QGuQyavXutnMH',
])('%s is a push service', (endpoint) => {
  expect(parseEndpoint(endpoint, [])).toMatchObject({ isOwn: false })
})

/** `{port}` is the port of the server inside. */
const REFUSED = [
  // Addresses instead of names, in every notation.
  'http://127.0.0.1:{port}/x',
  'https://127.0.0.1:{port}/x',
  'https://127.0.0.1/x',
  'http://2130706433:{port}/x',
  'http://0x7f000001:{port}/x',
  'http://0x7f.0.0.1:{port}/x',
  'http://0177.0.0.1:{port}/x',
  'http://017700000001:{port}/x',
  'http://127.1:{port}/x',
  'http://127.0.1:{port}/x',
  'http://0:{port}/x',
  'http://0.0.0.0:{port}/x',
  'http://127.0.0.1.:{port}/x',
  'http://１２７.0.0.1:{port}/x',
  'http://127。0。0。1:{port}/x',
  'http://[::1]:{port}/x',
  'http://[::]:{port}/x',
  'http://[0:0:0:0:0:0:0:1]:{port}/x',
  'http://[::ffff:127.0.0.1]:{port}/x',
  'http://[::ffff:7f00:1]:{port}/x',
  'http://[::127.0.0.1]:{port}/x',
  'http://[64:ff9b::7f00:1]:{port}/x',
  'http://[2002:7f00:1::]:{port}/x',
  'http://[fe80::1%25lo]:{port}/x',
  'http://localhost:{port}/x',
  'http://LOCALHOST:{port}/x',
  'http://localhost.:{port}/x',
  'https://169.254.169.254/latest/meta-data/',
  'https://metadata.google.internal/computeMetadata/v1/',
  // Names like those of a service.
  'https://fcm.googleapis.com.evil.example/x',
  'https://fcm.googleapis.com.127.0.0.1.nip.io:{port}/x',
  'https://evilfcm.googleapis.com/x',
  'https://a.fcm.googleapis.com/x',
  'https://evilpush.apple.com/x',
  'https://push.apple.com/x',
  'https://push.apple.com.evil.example/x',
  'https://notify.windows.com/x',
  'https://xnotify.windows.com/x',
  'https://push.services.mozilla.com.evil.example/x',
  'https://fcm.googleapis.com./x',
  'https://fcm。googleapis。com/x',
  'https://ｆcm.googleapis.com/x',
  'https://fcm.googleapıs.com/x',
  'https://fcm.goоgleapis.com/x',
  'https://xn--fcm-7na.googleapis.com/x',
  'https://FCM.googleapis.com/x',
  'https://fcm%2egoogleapis.com/x',
  // Parts that lead elsewhere.
  'https://fcm.googleapis.com@127.0.0.1:{port}/x',
  'https://user:secret@fcm.googleapis.com/x',
  'https://user@fcm.googleapis.com/x',
  'https://fcm.googleapis.com:{port}/x',
  'https://fcm.googleapis.com:443/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com:99999/x',
  'https://127.0.0.1:{port}/#@fcm.googleapis.com/',
  'https://127.0.0.1:{port}\\@fcm.googleapis.com/',
  'https://fcm.googleapis.com\\@127.0.0.1:{port}/',
  'https://127.0.0.1:{port}/fcm.googleapis.com',
  'https://127.0.0.1:{port}?.push.apple.com',
  'https://web.push.apple.com/x#part',
  'https://web.push.apple.com/x#',
  'https://fcm.googleapis.com/\0x',
  'https://fcm.googleapis.com\0.evil.example/x',
  'https://fcm.googleapis.com/x\r\nHost: evil.example',
  'https://fcm.goo\ngleapis.com/x',
  'https://fcm.googleapis.com/a/../x',
  ' https://fcm.googleapis.com/x',
  'https:/fcm.googleapis.com/x',
  'https:fcm.googleapis.com/x',
  '//fcm.googleapis.com/x',
  '/x',
  '',
  `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
  // Other protocols.
  'http://fcm.googleapis.com/x',
  'ws://fcm.googleapis.com/x',
  'wss://fcm.googleapis.com/x',
  'ftp://fcm.googleapis.com/x',
  'file:///etc/passwd',
  'file://fcm.googleapis.com/etc/passwd',
  'data:text/plain,x',
  'javascript:alert(1)',
  'blob:https://fcm.googleapis.com/x',
  'gopher://127.0.0.1:{port}/x',
]

describe('an endpoint that is not of a push service', () => {
  test.each(REFUSED)('%j is refused, also when it is already stored', async (template) => {
    const endpoint = template.replaceAll('{port}', String(port))
    expect(parseEndpoint(endpoint, [])).toBeNull()
    // One that is allowed has no effect on others.
    expect(parseEndpoint(endpoint, ['https://push.example', 'http://127.0.0.1:1'])).toBeNull()
    const result = await sendPush(
      { subject: '', origins: [] },
      { publicKey: '', privateKey: '' },
      { endpoint, keys: { p256dh: '', auth: '' } },
      { title: '', body: '', path: '/', tag: '', at: '' },
      { eventId: 'x', urgency: 'high' },
    )
    const reason = 'This server does not send to its push service'
    expect(result).toEqual({ is: 'refused', reason })
    expect(connections).toBe(0)
  })
})

test('an origin of the settings may be private, without TLS and on any port', () => {
  const origins = ['http://127.0.0.1:8080', 'https://push.example']
  const isOwn = (endpoint: string) => parseEndpoint(endpoint, origins)?.isOwn
  expect(isOwn('http://127.0.0.1:8080/send/1')).toBe(true)
  expect(isOwn('https://push.example/send/1')).toBe(true)
  expect(isOwn('http://push.example/send/1')).toBeUndefined()
  expect(isOwn('http://127.0.0.1:8081/send/1')).toBeUndefined()
  expect(isOwn('http://a@127.0.0.1:8080/send/1')).toBeUndefined()
})

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '198.17.255.255',
  '223.255.255.255',
  '2607:f8b0:4005:80a::200a',
  '2a00:1450:4001:81b::200a',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const NAMES: Readonly<Record<string, string[]>> = {
  'private.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'local6.example': ['::1'],
  'both.example': ['8.8.8.8', '127.0.0.1'],
  'none.example': [],
}
const familyOf = (address: string) => (address.includes(':') ? 6 : 4)
const resolveFixed: Resolve = (name, _options, done) =>
  done(
    null,
    (NAMES[name] ?? []).map((address) => ({ address, family: familyOf(address) })),
  )
const call = (url: string, resolve: Resolve, isOwn = false) =>
  postPush(
    { url: new URL(url), isOwn },
    { headers: {}, body: Buffer.from('x'), signal: new AbortController().signal, resolve },
  )
const UNREACHABLE = 'unreachable'

test.each(Object.keys(NAMES))('no connection is made to %s, not even in part', async (name) => {
  expect(await call(`http://${name}:${port}/x`, resolveFixed)).toBe(UNREACHABLE)
  expect(connections).toBe(0)
})

test('a name that changes between two messages is checked again at each connection', async () => {
  const answers = ['8.8.8.8', '127.0.0.1']
  const seen: unknown[] = []
  const rebinding: Resolve = (_name, _options, done) =>
    done(null, [{ address: answers.shift() ?? '127.0.0.1', family: 4 }])
  const lookup = publicLookup(rebinding)
  for (let turn = 0; turn < 3; turn += 1)
    lookup('fcm.googleapis.com', {}, (error, address) => seen.push(error ?? address))
  const refusal = new Error('The address is not public')
  expect(seen).toEqual(['8.8.8.8', refusal, refusal])
  expect(await call(`http://rebinding.example:${port}/x`, rebinding)).toBe(UNREACHABLE)
  expect(connections).toBe(0)
})

test('the checked addresses themselves are connected to', () => {
  let lookups = 0
  const resolve: Resolve = (_name, _options, done) => {
    lookups += 1
    done(null, [{ address: '8.8.8.8', family: 4 }])
  }
  const given: unknown[] = []
  publicLookup(resolve)('a.example', { all: true }, (_error, address) => given.push(address))
  expect([lookups, given]).toEqual([1, [[{ address: '8.8.8.8', family: 4 }]]])
})

test('a name that does not resolve is unreachable', async () => {
  const failing: Resolve = (_name, _options, done) =>
    done(new Error('ENOTFOUND secret.example'), [])
  expect(await call('https://secret.example/x', failing)).toBe(UNREACHABLE)
})

test('keys that no message can be encrypted with are found', () => {
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
  const auth = Buffer.alloc(16).toString('base64url')
  const good =
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
  expect(findInvalidKey({ p256dh: good, auth })).toBeNull()
  expect(findInvalidKey({ p256dh, auth })).toBe('p256dh')
  expect(findInvalidKey({ p256dh: good.slice(0, 80), auth })).toBe('p256dh')
  expect(findInvalidKey({ p256dh: good, auth: good })).toBe('auth')
})
