import { expect, test } from 'vitest'
import { setPasswordFormSchema } from './set-password-form.ts'

test.each([
  ['', '', ['New password must be set', 'Repeat the new password']],
  ['correct horse', '', ['Repeat the new password']],
  ['short', 'short', ['Must be 8 to 128 characters']],
  ['password1', 'password1', ['Must not be one of the most common passwords']],
  ['correct horse', 'correct hors', ['Must be the same password']],
  ['correct horse', 'Correct horse', ['Must be the same password']],
  [' correct horse ', ' correct horse ', []],
])('%j, repeated as %j: %j', (fresh, repeated, errors) => {
  const { error } = setPasswordFormSchema.safeParse({ fresh, repeated })
  expect(error?.issues.map((issue) => issue.message) ?? []).toEqual(errors)
})
