import { ECDH } from 'node:crypto'

/** The push services of the browsers, on port 443; a dot in front stands for every subdomain. */
const SERVICES = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
]
const MAX_LENGTH = 1000
const PUBLIC_KEY_BYTES = 65
const AUTH_BYTES = 16

/** An endpoint that may be called. */
export interface Endpoint {
  url: URL
  /** Of SALEROOM_PUSH_ORIGINS: may be private, http and on any port. */
  isOwn: boolean
}

/**
 * An endpoint of a known push service, or null. Browsers send it in the normal form of URLs, so any
 * other spelling is refused: what is checked here is what is called.
 * @param origins further origins, of SALEROOM_PUSH_ORIGINS
 */
export function parseEndpoint(text: string, origins: readonly string[]): Endpoint | null {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.href !== text || url.hash !== '' || text.includes('#')) return null
  if (url.username !== '' || url.password !== '') return null
  if (origins.includes(url.origin)) return { url, isOwn: true }
  // The port is empty if it is the protocol's own.
  if (url.protocol !== 'https:' || url.port !== '') return null
  return SERVICES.some((service) => isHostOf(service, url.hostname)) ? { url, isOwn: false } : null
}

function isHostOf(service: string, hostname: string): boolean {
  return service.startsWith('.') ? hostname.endsWith(service) : hostname === service
}

/** The first key that no message can be encrypted with (RFC 8291), or null. */
export function findInvalidKey(keys: { p256dh: string; auth: string }): 'p256dh' | 'auth' | null {
  const point = Buffer.from(keys.p256dh, 'base64url')
  if (point.length !== PUBLIC_KEY_BYTES || !isOnCurve(point)) return 'p256dh'
  return Buffer.from(keys.auth, 'base64url').length === AUTH_BYTES ? null : 'auth'
}

function isOnCurve(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}
