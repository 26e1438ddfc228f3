import { describe, expect, test } from 'vitest'
import { creditFormSchema, toManualTransactionCreate } from './credit-form.ts'

const errorsOf = (form: { tokens: string; reason: string }) =>
  (creditFormSchema.safeParse(form).error?.issues ?? []).map((issue) => issue.message)

describe('an invalid credit has a message', () => {
  test.each([
    ['25,000.00', 'abcd', []],
    ['0', 'abcd', []],
    ['', 'abcd', ['Enter an amount']],
    [' ', 'abcd', ['Enter an amount']],
    ['abc', 'abcd', ['Invalid number']],
    ['1e3', 'abcd', ['Invalid number']],
    ['-1', 'abcd', ['Must be greater than or equal to 0']],
    ['-0.5', 'abcd', ['Must be greater than or equal to 0']],
    [`0.${'1'.repeat(18)}`, 'abcd', []],
    [`0.${'1'.repeat(19)}`, 'abcd', ['Must have at most 18 decimals']],
    ['9'.repeat(20), 'abcd', []],
    ['9'.repeat(21), 'abcd', ['Must have at most 20 digits before the point']],
    ['1', 'abc', ['Must be at least 4 characters']],
    ['1', '    ', ['Must be at least 4 characters']],
    ['1', ' a\tb\u00a0 ', ['Must be at least 4 characters']],
    ['1', '\u200b\u200b\u200b\u2800', ['Must be at least 4 characters']],
    ['1', ' abcd ', []],
    ['1', 'a'.repeat(500), []],
    ['1', 'a'.repeat(501), ['Must be at most 500 characters']],
  ])('%s for "%s"', (tokens, reason, messages) => {
    expect(errorsOf({ tokens, reason })).toEqual(messages)
  })
})

test('the amount is sent as typed, without commas', () => {
  expect(toManualTransactionCreate({ tokens: '9,007,199,254,740,993.10', reason: 'abcd' })).toEqual(
    {
      tokens: '9007199254740993.1',
      reason: 'abcd',
    },
  )
})
