import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key of its own for each purpose, so that one never serves as another. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'saleroom', purpose, KEY_BYTES))
}

export function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Encrypts text for the database (AES-256-GCM: nonce, tag, then the text; base64). */
export function encrypt(secret: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, 'seal'), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws when it was sealed with another secret or has been altered */
export function decrypt(secret: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(secret, 'seal'),
    bytes.subarray(0, NONCE_BYTES),
  )
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

/** The same, or null when it can't be opened: the server has another secret by now. */
export function decryptOrNull(secret: Buffer, sealed: string): string | null {
  try {
    return decrypt(secret, sealed)
  } catch {
    return null
  }
}
