import { expect, test } from 'vitest'
import { countryOf } from './request-place.ts'

test('public addresses have a country, private and IPv6 ones have none', () => {
  expect(countryOf('8.8.8.8')).toBe('US')
  expect(countryOf('::ffff:8.8.8.8')).toBe('US')
  for (const ip of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.7',
    '::1',
    '2001:4860:4860::8888',
    'no address',
  ])
    expect([ip, countryOf(ip)]).toEqual([ip, null])
})
