import { isIP } from 'node:net'
import { isPublicAddress } from '#server/outbound/public-address.ts'
import { isHttpUrl } from '#src/wire/http-url.ts'

/** An address of a node that may be called. */
export interface NodeAddress {
  url: URL
  /** Of SALEROOM_RPC_ORIGINS: may be private, http and on any port. */
  isOwn: boolean
}

const LOWEST_PORT = 1024

/**
 * The address of a node, or why it may not be called, in words. A name is checked when it is connected
 * to: see `publicLookup`. Numbers in other notations (`0x7f.1`) are addresses after URL has read them.
 * @param origins further origins, of SALEROOM_RPC_ORIGINS
 */
export function parseNodeAddress(text: string, origins: readonly string[]): NodeAddress | string {
  if (!isHttpUrl(text)) return 'Must be an https URL without user info'
  const url = new URL(text)
  if (origins.includes(url.origin)) return { url, isOwn: true }
  if (url.protocol !== 'https:') return 'Must be an https URL'
  // The port is empty if it is the protocol's own.
  if (url.port !== '' && Number(url.port) < LOWEST_PORT)
    return `The port must be 443, or ${LOWEST_PORT} or more`
  // A connection to an address has no lookup that would check it.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !isPublicAddress(host)) return NOT_PUBLIC
  return { url, isOwn: false }
}

export const NOT_PUBLIC = 'The address is not public'
