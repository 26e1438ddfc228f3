import { expect, test } from 'vitest'
import { zoneOptions } from './zone-options.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')

test('each zone has its offset of now, and the chosen one is among them', () => {
  const options = zoneOptions('Asia/Calcutta', 'Europe/Berlin', NOW)
  const label = (zone: string) => options.find(({ value }) => value === zone)?.label
  expect(label('Europe/Berlin')).toBe('Europe/Berlin, UTC+01:00')
  // People search for the city's name as it is written.
  expect(label('America/New_York')).toBe('America/New York, UTC-05:00')
  expect(label('UTC')).toBe('UTC, UTC+00:00')
  // An old name that browsers no longer list.
  expect(label('Asia/Calcutta')).toBe('Asia/Calcutta, UTC+05:30')
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
})
