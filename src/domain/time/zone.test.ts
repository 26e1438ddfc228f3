import { afterEach, expect, test, vi } from 'vitest'
import { canonicalZone, DAY_MS, formatOffset, offsetMinutes, zoneRules } from './zone.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const at = Date.parse

test.each([
  ['2026-01-15T12:00:00Z', 'UTC', '+00:00'],
  ['2026-01-15T12:00:00Z', 'Europe/Berlin', '+01:00'],
  ['2026-07-15T12:00:00Z', 'Europe/Berlin', '+02:00'],
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', '+01:00'],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '+02:00'],
  ['2026-07-15T12:00:00Z', 'America/New_York', '-04:00'],
  ['2026-01-15T12:00:00Z', 'America/St_Johns', '-03:30'],
  ['2026-01-15T12:00:00Z', 'Asia/Kolkata', '+05:30'],
  ['2026-01-15T12:00:00Z', 'Asia/Kathmandu', '+05:45'],
  ['2026-01-15T12:00:00Z', 'Pacific/Kiritimati', '+14:00'],
  ['2026-01-15T12:00:00Z', '+05:45', '+05:45'],
  ['2026-07-15T12:00:00Z', '-03:30', '-03:30'],
])('at %s the offset of %s is %s', (instant, zone, offset) => {
  expect(formatOffset(offsetMinutes(at(instant), zone))).toBe(offset)
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['EUROPE/berlin', 'Europe/Berlin'],
  ['Mars/Olympus', null],
  ['', null],
])('the canonical name of the zone "%s" is %s', (name, canonical) => {
  expect(canonicalZone(name)).toBe(canonical)
})

test('an unknown zone has no rules', () => {
  expect(() => zoneRules('Mars/Olympus')).toThrow(RangeError)
})

test('offsets equal the wall clock that the runtime reports', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Africa/Casablanca']
  for (const zone of [...zones, 'Australia/Lord_Howe', 'Pacific/Apia']) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    for (let instant = at('2010-01-01T00:00:00Z'); instant < at('2030-01-01');) {
      const parts: Record<string, number> = {}
      for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value)
      const { year = 0, month = 0, day, hour, minute, second } = parts
      const wall = Date.UTC(year, month - 1, day, hour, minute, second)
      expect({ zone, instant, wall: instant + zoneRules(zone).offsetAt(instant) }).toEqual({
        zone,
        instant,
        wall,
      })
      instant += 3 * DAY_MS + 12_345_000
    }
  }
})

test.each([
  ['2026-01-01T00:00:00Z', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['2026-12-01T00:00:00Z', 'Europe/Berlin', '2027-03-28T01:00:00Z'],
  ['2026-01-01T00:00:00Z', 'Asia/Kolkata', null],
  ['2026-01-01T00:00:00Z', '+05:45', null],
])('the clock change after %s in %s is %s', (instant, zone, change) => {
  const next = zoneRules(zone).nextChange(at(instant), at('2030-01-01'))
  expect(next).toBe(change === null ? Number.POSITIVE_INFINITY : at(change))
})

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
])('a device that reports the zone "%s" is in %s', async (named, zone) => {
  vi.resetModules()
  const real = new Intl.DateTimeFormat('en-US').resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...real,
    timeZone: named,
  })
  const { deviceZone } = await import('./zone.ts')
  expect(deviceZone()).toBe(zone)
})
