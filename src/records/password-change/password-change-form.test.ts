import { expect, test } from 'vitest'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#src/domain/password-rules.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#src/wire/account.ts'
import { passwordChangeFormSchema, toPasswordChange } from './password-change-form.ts'

test.each([
  ['', '', ['Current password must be set', 'New password must be set']],
  ['old-one', '', ['New password must be set']],
  ['old-one', 'short', ['Must be 8 to 128 characters']],
  ['old-one', 'password1', ['Must not be one of the most common passwords']],
  ['same-secret', 'same-secret', ['Must not be the current password']],
  ['old-one', 'correct horse battery', []],
])('from %j to %j: %j', (current, fresh, errors) => {
  const { error } = passwordChangeFormSchema.safeParse({ current, fresh })
  expect(error?.issues.map((issue) => issue.message) ?? []).toEqual(errors)
})

test('both passwords are sent unchanged', () => {
  expect(toPasswordChange({ current: ' a ', fresh: ' b ' })).toEqual({
    old_password: ' a ',
    new_password: ' b ',
  })
})

test('the app and the server have the same password limits', () => {
  expect([PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH]).toEqual([
    MIN_PASSWORD_LENGTH,
    MAX_PASSWORD_LENGTH,
  ])
})
