import { expect, test } from 'vitest'
import { brokenPasswordRules } from './password-rules.ts'

test.each([
  ['correct horse', 'old-password', []],
  ['        ', 'old-password', []],
  ['пароль-№1', 'old-password', []],
  ['', '', ['length']],
  ['1234567', 'old-password', ['length']],
  ['😀😀😀😀😀😀😀', 'old-password', ['length']],
  ['😀😀😀😀😀😀😀😀', 'old-password', []],
  ['x'.repeat(128), 'old-password', []],
  ['x'.repeat(129), 'old-password', ['length']],
  ['Password1', 'old-password', ['not-common']],
  ['saleroom', 'old-password', ['not-common']],
  ['saleroom-demo', 'saleroom-demo', ['not-old']],
  ['12345678', '12345678', ['not-common', 'not-old']],
])('the new password %j after %j breaks %j', (password, old, broken) => {
  expect(brokenPasswordRules(password, old)).toEqual(broken)
})

test.each([
  ['Maria.Silva', 'maria.silva@example.com', ['not-email']],
  ['maria.silva@example.com', 'Maria.Silva@example.com', ['not-email']],
  ['maria.silva1', 'maria.silva@example.com', []],
  ['maria.silva', '', []],
  ['', '', ['length']],
  ['', '@example.com', ['length']],
  ['password', 'password@example.com', ['not-common', 'not-email']],
])('the new password %j of %j breaks %j', (password, email, broken) => {
  expect(brokenPasswordRules(password, 'old-password', email)).toEqual(broken)
})
