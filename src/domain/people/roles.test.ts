import { expect, test } from 'vitest'
import { canSeeFinance, isAdmin } from './roles.ts'

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

test.each(['user', 'client', 'marketing', 'Admin', ''])(
  'only admin administers, not "%s"',
  (role) => {
    expect([isAdmin('admin'), isAdmin(role)]).toEqual([true, false])
  },
)
