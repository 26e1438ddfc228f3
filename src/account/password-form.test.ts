import { expect, test } from 'vitest'
import { passwordFormSchema, toPasswordChange, type PasswordFields } from './password-form.ts'

const EMPTY: PasswordFields = { current: '', fresh: '', repeated: '' }

const errorsOf = (beside: 'current' | 'repeated', fields: Partial<PasswordFields>) =>
  passwordFormSchema(beside)
    .safeParse({ ...EMPTY, ...fields })
    .error?.issues.map((issue) => issue.message) ?? []

test.each([
  ['', '', ['Current password must be set', 'New password must be set']],
  ['old-one', '', ['New password must be set']],
  ['old-one', 'short', ['Must be 8 to 128 characters']],
  ['old-one', 'password1', ['Must not be one of the most common passwords']],
  ['same-secret', 'same-secret', ['Must not be the current password']],
  ['old-one', 'correct horse battery', []],
])('from %j to %j: %j', (current, fresh, errors) => {
  expect(errorsOf('current', { current, fresh })).toEqual(errors)
})

test.each([
  ['', '', ['New password must be set', 'Repeat the new password']],
  ['correct horse', '', ['Repeat the new password']],
  ['short', 'short', ['Must be 8 to 128 characters']],
  ['password1', 'password1', ['Must not be one of the most common passwords']],
  ['correct horse', 'correct hors', ['Must be the same password']],
  ['correct horse', 'Correct horse', ['Must be the same password']],
  [' correct horse ', ' correct horse ', []],
])('%j, repeated as %j: %j', (fresh, repeated, errors) => {
  expect(errorsOf('repeated', { fresh, repeated })).toEqual(errors)
})

test('both passwords are sent unchanged', () => {
  expect(toPasswordChange({ ...EMPTY, current: ' a ', fresh: ' b ' })).toEqual({
    old_password: ' a ',
    new_password: ' b ',
  })
})
