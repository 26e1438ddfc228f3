import { expect, test } from 'vitest'
import { csvName } from './csv-name.ts'

test('a file name contains the card and the days', () => {
  const range = {
    start: Date.parse('2026-10-19T22:00:00Z'),
    end: Date.parse('2026-11-20T14:32:00Z'),
  }
  expect(csvName('countries', range, 'Europe/Berlin')).toBe('countries-2026-10-20-2026-11-20.csv')
})
