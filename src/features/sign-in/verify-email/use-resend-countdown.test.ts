import { expect, test } from 'vitest'
import { secondsUntilResend, sentAtForWait } from './use-resend-countdown.ts'

const SENT = Date.UTC(2026, 10, 20, 12)

test.each([
  [0, 30],
  [1, 30],
  [699, 30],
  [700, 30],
  [1_700, 29],
  [29_700, 1],
  [30_699, 1],
  [30_700, 0],
  [3_600_000, 0],
  [-60_000, 30],
])('%i ms after a mail the wait is %i s', (passed, seconds) => {
  expect(secondsUntilResend(SENT, SENT + passed)).toBe(seconds)
})

test.each([null, Number.NaN])('without a mail (%s) there is no wait', (sentAt) => {
  expect(secondsUntilResend(sentAt, SENT)).toBe(0)
})

test.each([
  [0, 0],
  [1, 1],
  [17, 17],
  [30, 30],
])('a wait of %i s from the server is used', (wait, seconds) => {
  expect(secondsUntilResend(sentAtForWait(wait, SENT), SENT)).toBe(seconds)
})
