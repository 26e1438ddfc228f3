import { expect, test } from 'vitest'
import { reduceBrevoMessage } from './service-tests.ts'

test.each([
  [
    'Brevo integration test failed for AURA: {"message":"Key not found","code":"unauthorized"}',
    'Brevo integration test failed for AURA: "Key not found"',
  ],
  [
    'Brevo integration test failed for A: B: {"code":"x","message":"No {list}"}',
    'Brevo integration test failed for A: B: "No {list}"',
  ],
  ['Brevo integration test failed for AURA: {"code":1}', null],
  ['Brevo integration test failed for AURA: {broken}', null],
  ['Brevo integration test failed for AURA', null],
  ['Not found', null],
  ['', null],
])('%j is shown as %j', (message, shown) => {
  expect(reduceBrevoMessage(message)).toBe(shown ?? message)
})
