import { expect, test } from 'vitest'
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
