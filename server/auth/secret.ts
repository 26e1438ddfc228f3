import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives a separate key for each purpose. */
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
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')
}

/** The secret of this server and, during a rotation, the earlier one, which only decrypts. */
export interface Keyring {
  secret: Buffer
  oldSecret?: Buffer | null | undefined
}

/** @throws when the text was encrypted with a secret that is not in the keyring, or has been altered */
export function decrypt({ secret, oldSecret }: Keyring, encrypted: string): string {
  try {
    return decryptWith(secret, encrypted)
  } catch (error) {
    if (!oldSecret) throw error
    return decryptWith(oldSecret, encrypted)
  }
}

function decryptWith(secret: Buffer, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(secret, 'seal'),
    bytes.subarray(0, NONCE_BYTES),
  )
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

/** Like `decrypt`, but null on failure: the server's secret may have changed. */
export function decryptOrNull(keyring: Keyring, encrypted: string): string | null {
  try {
    return decrypt(keyring, encrypted)
  } catch {
    return null
  }
}
