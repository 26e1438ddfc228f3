import { isIP } from 'node:net'

/** Where this server's passkeys work. */
export interface PasskeyPlace {
  /** The host name, to which passkeys are bound (WebAuthn's RP ID). */
  id: string
  origin: string
}

/** Null where browsers make no passkeys: without https, except on localhost, and at a bare address. */
export function passkeyPlace(publicUrl: string): PasskeyPlace | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
  return isName && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : null
}
