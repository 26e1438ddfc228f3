import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const LAST_ATTEMPT = 100

test.each([
  [0, '2026-11-20T12:00:01.000Z'],
  [999, '2026-11-20T12:00:01.000Z'],
  [1001, '2026-11-20T12:00:01.001Z'],
  [24 * 3_600_000, '2026-11-21T12:00:00.000Z'],
  [24 * 3_600_000 + 1, '2026-11-21T12:00:00.000Z'],
  [1e15, '2026-11-21T12:00:00.000Z'],
])(
  'a service that asks to wait %d ms is tried again after a second at least and a day at most',
  (ms, at) => {
    expect(outcomeOf({ is: 'rate-limited', ms }, LAST_ATTEMPT, NOW)).toEqual({
      state: 'waiting',
      reason: 'The service asked to wait',
      nextAttemptAt: new Date(at),
      isUncounted: true,
    })
  },
)

test.each([
  [1, '2026-11-20T12:00:05.000Z'],
  [2, '2026-11-20T12:00:10.000Z'],
  [8, '2026-11-20T12:10:40.000Z'],
  [9, '2026-11-20T12:15:00.000Z'],
  [LAST_ATTEMPT - 1, '2026-11-20T12:15:00.000Z'],
])('after %d attempts without an answer the next one is at %s', (attempts, at) => {
  expect(outcomeOf({ is: 'unreachable', reason: 'No answer' }, attempts, NOW)).toEqual({
    state: 'waiting',
    reason: 'No answer',
    nextAttemptAt: new Date(at),
  })
})

test.each([
  ['sent', { is: 'sent' }, { state: 'sent', reason: null }],
  ['refused', { is: 'refused', reason: 'No' }, { state: 'failed', reason: 'No' }],
  ['gone', { is: 'gone' }, { state: 'failed', reason: 'The device is no longer registered' }],
  [
    'unreachable for the last time',
    { is: 'unreachable', reason: 'No answer' },
    { state: 'failed', reason: 'No answer' },
  ],
] as const)('what is %s is not tried again', (_case, sending, outcome) => {
  expect(outcomeOf(sending, LAST_ATTEMPT, NOW)).toEqual(outcome)
})
