import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import * as z from 'zod/mini'

/** A browser's subscription, as it sends it to the server. */
export interface TestSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Of a push service that the test app allows. It is not there. */
export const ABSENT_SERVICE = 'https://push.example'

/** A subscription with working keys. */
export function someSubscription(): TestSubscription {
  const name = randomBytes(24).toString('base64url')
  return { endpoint: `${ABSENT_SERVICE}/send/${name}`, keys: newKeys().keys }
}

function newKeys() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16)
  return { ecdh, auth, keys: { p256dh, auth: auth.toString('base64url') } }
}

export interface PushedMessage {
  path: string
  /** The decrypted text, with the spaces that fill it up. */
  text: string
  /** The bytes that were sent, encrypted. */
  size: number
  topic: string | undefined
  ttl: number
  urgency: string | undefined
  /** Of the signature: who sends it, and with which key. */
  sub: string
  key: string
}

/** The response to a message: a status with headers, or `hang` for none. */
export type PushReply = { status: number; headers?: Record<string, string> } | 'hang'

export interface PushService {
  /** For SALEROOM_PUSH_ORIGINS. */
  origin: string
  /** A new subscription of a browser. */
  subscribe(): TestSubscription
  /** The messages whose signature and encryption are right, in order. */
  messages: PushedMessage[]
  /** Every path that was requested, in order. */
  requested: string[]
  /** What was wrong with messages. */
  errors: string[]
  /** Sets the response to the next messages. */
  behave(decide: (path: string) => PushReply): void
  close(): Promise<void>
}

interface Browser {
  ecdh: ECDH
  auth: Buffer
}

const DAY_SECONDS = 24 * 3600
const CREATED: PushReply = { status: 201 }

/**
 * A push service, which checks the sender's signature (RFC 8292), and the browsers behind it, which decrypt
 * the messages (RFC 8291).
 */
export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const [messages, requested, errors]: [PushedMessage[], string[], string[]] = [[], [], []]
  let decide: (path: string) => PushReply = () => CREATED
  let origin = ''
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const reply = decide(path)
      if (reply === 'hang') return
      try {
        messages.push(readMessage(request, Buffer.concat(pieces), browsers.get(path), origin))
      } catch (error) {
        errors.push(String(error))
        response.writeHead(400).end(String(error))
        return
      }
      // Some services repeat the endpoint in their answers.
      response.writeHead(reply.status, reply.headers).end(`No: ${origin}${path}`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    origin,
    messages,
    requested,
    errors,
    subscribe() {
      const path = `/send/${randomBytes(16).toString('base64url')}`
      const { ecdh, auth, keys } = newKeys()
      browsers.set(path, { ecdh, auth })
      return { endpoint: origin + path, keys }
    },
    behave(next) {
      decide = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function readMessage(
  { headers, method, url = '' }: IncomingMessage,
  body: Buffer,
  browser: Browser | undefined,
  origin: string,
): PushedMessage {
  if (browser === undefined) throw new Error('Unknown subscription')
  if (method !== 'POST') throw new Error('Not a POST')
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Wrong encoding')
  const signed = readSignature(headers.authorization ?? '', origin)
  return {
    path: url,
    text: decrypt(body, browser).toString('utf8'),
    size: body.length,
    topic: headers['topic'] === undefined ? undefined : String(headers['topic']),
    ttl: Number(headers['ttl']),
    urgency: headers['urgency'] === undefined ? undefined : String(headers['urgency']),
    ...signed,
  }
}

const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })

/** Checks the token of `vapid t=…, k=…`, which is signed with the key beside it (RFC 8292). */
function readSignature(header: string, origin: string): { sub: string; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const parse = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())
  if (z.parse(z.object({ alg: z.string() }), parse(head)).alg !== 'ES256')
    throw new Error('Wrong algorithm')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('Wrong signature')
  const { aud, exp, sub } = z.parse(claimsSchema, parse(claims))
  if (aud !== origin) throw new Error(`Wrong audience ${aud}`)
  const left = exp - Date.now() / 1000
  if (left <= 0 || left > DAY_SECONDS) throw new Error('Wrong expiry')
  if (!/^(?:mailto:|https:)/.test(sub)) throw new Error('Wrong subject')
  return { sub, key }
}

const SALT_BYTES = 16
const LAST_RECORD = 2

/** Decrypts one record of aes128gcm (RFC 8188) with the keys of RFC 8291, section 3.4. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, SALT_BYTES)
  const recordSize = body.readUInt32BE(SALT_BYTES)
  const keyLength = body.readUInt8(SALT_BYTES + 4)
  const start = SALT_BYTES + 5 + keyLength
  const sender = body.subarray(SALT_BYTES + 5, start)
  const record = body.subarray(start)
  if (record.length > recordSize) throw new Error('More than one record')
  const derive = (key: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salted, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const input = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== LAST_RECORD) throw new Error('Wrong padding')
  return plain.subarray(0, end)
}
