import { expect, test } from 'vitest'
import { conversionSums } from './conversion-sums.ts'

test('all projects together: who registered, who bought, who did not, and the rate', () => {
  const items = [
    { project: 'AURA', registrations: 10, converted: 4 },
    { project: 'NOVA', registrations: 5, converted: 0 },
  ]
  expect(conversionSums(items)).toEqual({ total: 15, converted: 4, unconverted: 11, rate: 26.66 })
})

test('nobody has registered', () => {
  expect(conversionSums([])).toEqual({ total: 0, converted: 0, unconverted: 0, rate: 0 })
})
