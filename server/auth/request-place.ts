import type { FastifyRequest } from 'fastify'
import type { NewsPlace } from '#server/db/account-events.ts'
import { deviceName } from '#src/domain/device-name.ts'
import { countryOf } from './country-of.ts'

/** From where a request came, for news about an account. */
export function requestPlace({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): NewsPlace {
  return { device: deviceName(headers['user-agent'] ?? ''), ip, country: countryOf(ip) }
}
