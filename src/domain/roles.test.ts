import { expect, test } from 'vitest'
import { canSeeFinance } from './roles.ts'

test.each([
  ['admin', true],
  ['user', true],
  ['client', true],
  ['marketing', false],
  ['Admin', false],
  ['', false],
])('the role "%s" sees purchases and money: %s', (role, sees) => {
  expect(canSeeFinance(role)).toBe(sees)
})
