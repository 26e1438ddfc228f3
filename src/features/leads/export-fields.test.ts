import { expect, test } from 'vitest'
import { EXPORT_FIELDS, exportFields } from './export-fields.ts'

test('an export opens with email before mobile, both on', () => {
  expect(exportFields(EXPORT_FIELDS)).toEqual(['email', 'mobile'])
})

test('enabled fields are sent in the order of the list', () => {
  const swapped = EXPORT_FIELDS.toReversed()
  expect(exportFields(swapped)).toEqual(['mobile', 'email'])
  expect(exportFields(swapped.map((field, index) => ({ ...field, isOn: index === 0 })))).toEqual([
    'mobile',
  ])
  expect(exportFields(swapped.map((field) => ({ ...field, isOn: false })))).toEqual([])
})
