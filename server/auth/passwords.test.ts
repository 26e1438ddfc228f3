import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isCommonPassword } from './passwords.ts'

test('common passwords are known in any case, others are not', async () => {
  for (const password of ['password1', 'Password1', 'qwertyuiop', 'BUTTERFLY', 'jordan23'])
    expect([password, await isCommonPassword(password)]).toEqual([password, true])
  for (const password of ['', 'abc', 'slow green lantern', 'Xk29-fmw-71'])
    expect([password, await isCommonPassword(password)]).toEqual([password, false])
})

test('the list has far more than the 3,000 that a password is checked against at least', () => {
  const long = dictionary['passwords-common'].filter(({ length }) => length >= 8)
  expect(new Set(long).size).toBeGreaterThan(15_000)
})
