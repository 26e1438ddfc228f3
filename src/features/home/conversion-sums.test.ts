import { expect, test } from 'vitest'
import { conversionSums } from './conversion-sums.ts'
import { toConversionItems } from './sources.ts'

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

test.each([
  [10, 25, { total: 10, converted: 10, unconverted: 0, rate: 100 }],
  [10, 11, { total: 10, converted: 10, unconverted: 0, rate: 100 }],
  [10, 10, { total: 10, converted: 10, unconverted: 0, rate: 100 }],
  [10, 9, { total: 10, converted: 9, unconverted: 1, rate: 90 }],
  [0, 3, { total: 0, converted: 0, unconverted: 0, rate: 0 }],
  [10, -1, { total: 10, converted: 0, unconverted: 10, rate: 0 }],
])(
  'of %d registrations never more than all have bought, and never less than none: %d',
  (total, sent, sums) => {
    const row = { registrations: [{ total_registrations: total }], converted_users: sent }
    expect(conversionSums(toConversionItems({ AURA: row }))).toEqual(sums)
  },
)

test('one project that sends too many takes nothing from another', () => {
  const result = {
    AURA: { registrations: [{ total_registrations: 4 }], converted_users: 9 },
    NOVA: { registrations: [{ total_registrations: 6 }], converted_users: 1 },
  }
  expect(conversionSums(toConversionItems(result))).toMatchObject({ converted: 5, unconverted: 5 })
})
