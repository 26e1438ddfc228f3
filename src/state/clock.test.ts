import { afterEach, describe, expect, it, vi } from 'vitest'
import { clock, noteServerDate, serverNow } from './clock.ts'
import { filters } from './filters.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const HOUR_MS = 3_600_000
const dateAt = (ms: number) => new Date(ms).toUTCString()

vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
afterEach(() => {
  vi.setSystemTime(NOW)
  clock.skewMs = 0
})

describe('a device whose clock is wrong', () => {
  it.each([
    ['an hour ahead', -HOUR_MS, -HOUR_MS],
    ['a year behind', 365 * 24 * HOUR_MS, 365 * 24 * HOUR_MS],
    ['two minutes off, which a slow answer can be', 120_000, 0],
    ['a second more than that', 121_000, 121_000],
  ])('is corrected when it is %s', (_name, off, skew) => {
    noteServerDate(dateAt(NOW + off))
    expect(clock.skewMs).toBe(skew)
    expect(serverNow()).toBe(NOW + skew)
  })

  it('is used if no response has a Date header', () => {
    noteServerDate(null)
    noteServerDate('soon')
    expect(serverNow()).toBe(NOW)
  })

  it('is used again once it is corrected', () => {
    noteServerDate(dateAt(NOW + HOUR_MS))
    vi.setSystemTime(NOW + HOUR_MS)
    noteServerDate(dateAt(NOW + HOUR_MS))
    expect(clock.skewMs).toBe(0)
  })

  it('does not change with each response', () => {
    noteServerDate(dateAt(NOW + HOUR_MS))
    noteServerDate(dateAt(NOW + HOUR_MS + 5000))
    expect(clock.skewMs).toBe(HOUR_MS)
  })

  it('does not shift the cards: they use the server’s time', () => {
    filters.asOf = NOW
    noteServerDate(dateAt(NOW + HOUR_MS))
    expect(filters.asOf).toBe(NOW + HOUR_MS)
  })
})
