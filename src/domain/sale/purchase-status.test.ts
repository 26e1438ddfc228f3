import { expect, test } from 'vitest'
import { asSentence, canCredit, creditState, describeOutcome } from './purchase-status.ts'

test.each([
  ['failed', false, 'open', true],
  ['expired', false, 'open', true],
  ['pending', false, 'warned', true],
  ['processing', false, 'warned', true],
  ['completed', false, 'none', false],
  ['refunded', false, 'none', false],
  ['on_hold', false, 'none', false],
  ['failed', true, 'credited', false],
  ['pending', true, 'credited', false],
  ['completed', true, 'twice', false],
] as const)('a %s purchase (credited: %s) is %s', (status, isCredited, state, isAllowed) => {
  expect(creditState(status, isCredited)).toBe(state)
  expect(canCredit(creditState(status, isCredited))).toBe(isAllowed)
})

test.each([
  ['failed', ' Reverted on chain. ', 'failed: Reverted on chain'],
  ['expired', null, 'expired'],
  ['processing', ' ', 'is processing'],
  ['refunded', 'on request', 'was refunded: on request'],
])('what happened to a %s purchase with the reason "%s"', (status, status_reason, outcome) => {
  expect(describeOutcome({ status, status_reason })).toBe(outcome)
})

test.each([
  ['reverted on chain', 'reverted on chain.'],
  [' It was late. ', 'It was late.'],
  ['Why?', 'Why?'],
])('a reason ends as a sentence: %s', (reason, sentence) => {
  expect(asSentence(reason)).toBe(sentence)
})
