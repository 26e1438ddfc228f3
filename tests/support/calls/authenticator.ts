import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Assertion, Attestation } from '#src/wire/second-factors.ts'

/** What a signature may claim instead of the right thing. */
export interface PasskeyChanges {
  origin?: string
  rpId?: string
  /** Without it, the person was not verified. */
  isVerified?: boolean
  count?: number
  userHandle?: string | null
  type?: string
}

/** A passkey of a software authenticator (P-256, no attestation), as a browser on localhost has one. */
export interface TestPasskey {
  id: string
  /** What POST /factors/passkeys takes as `credential`. */
  attest(challenge: string, changes?: PasskeyChanges): Attestation
  /** What proves a sign-in or a step-up. */
  assert(challenge: string, changes?: PasskeyChanges): Assertion
}

const FLAG_PRESENT = 0x01
const FLAG_VERIFIED = 0x04
const FLAG_ATTESTED = 0x40

const base64 = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** @param userHandle what POST /factors/passkeys/options has as `user.id` */
export function makePasskey(
  userHandle: string,
  { origin = 'http://localhost:3000', rpId = 'localhost' } = {},
): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credential = { id: base64(id), rawId: base64(id), type: 'public-key' } as const
  const clientData = (challenge: string, type: string, changes: PasskeyChanges) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: changes.origin ?? origin }))
  const authenticatorData = (changes: PasskeyChanges, flags: number, rest: Buffer) => {
    const verified = changes.isVerified === false ? 0 : FLAG_VERIFIED
    const count = Buffer.alloc(4)
    count.writeUInt32BE(changes.count ?? 0)
    return Buffer.concat([
      sha256(changes.rpId ?? rpId),
      Buffer.from([FLAG_PRESENT | verified | flags]),
      count,
      rest,
    ])
  }
  return {
    id: credential.id,
    attest(challenge, changes = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const rest = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = authenticatorData(changes, FLAG_ATTESTED, rest)
      const attestation = cbor(
        new Map<string, CborValue>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const clientDataJSON = clientData(challenge, changes.type ?? 'webauthn.create', changes)
      return {
        ...credential,
        response: {
          clientDataJSON: base64(clientDataJSON),
          attestationObject: base64(attestation),
          transports: ['internal'],
        },
      }
    },
    assert(challenge, changes = {}) {
      const clientDataJSON = clientData(challenge, changes.type ?? 'webauthn.get', changes)
      const authData = authenticatorData(changes, 0, Buffer.alloc(0))
      const signed = Buffer.concat([authData, sha256(clientDataJSON)])
      return {
        ...credential,
        response: {
          clientDataJSON: base64(clientDataJSON),
          authenticatorData: base64(authData),
          signature: base64(sign('sha256', signed, privateKey)),
          userHandle: changes.userHandle === undefined ? userHandle : changes.userHandle,
        },
      }
    },
  }
}

/** The public key as COSE has it: kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type CborValue = string | number | Buffer | Map<string | number, CborValue>

/** As much of CBOR as a passkey needs: integers, bytes, texts and maps of less than 65,536. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([head(3, bytes.length), bytes])
  }
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255])
}
