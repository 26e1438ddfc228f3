import { expect, test } from 'vitest'
import type { Finding } from '#server/db/chain/proofs.ts'
import { nextCheck } from './next-check.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = new Date('2026-11-20T12:00:00.000Z')
const CONFIRMATIONS = 12

type Known = Pick<Finding, 'state' | 'reason' | 'block'>
const next = (finding: Known, age: number, { head = 0, differsFor = 0 } = {}) => {
  const { due_at, due_block } = nextCheck(
    {
      block_hash: null,
      payer: null,
      receiver: null,
      amount: null,
      token: null,
      claims: null,
      claimed: null,
      ...finding,
    },
    {
      createdAt: new Date(NOW.getTime() - age),
      differsAt: new Date(NOW.getTime() - differsFor),
      confirmations: CONFIRMATIONS,
      head,
      now: NOW,
    },
  )
  return due_block === null ? due_at && due_at.getTime() - NOW.getTime() : { block: due_block }
}

const WAITING: Known = { state: 'waiting', reason: null, block: null }
const CONFIRMING: Known = { state: 'waiting', reason: null, block: 100 }
const PROVEN: Known = { state: 'proven', reason: null, block: 100 }
const REVERTED: Known = { state: 'differs', reason: 'reverted', block: 100 }
const NOT_FOUND: Known = { state: 'differs', reason: 'not_found', block: null }
const GONE: Known = { state: 'differs', reason: 'gone', block: null }

test.each<[string, Known, number, { head?: number; differsFor?: number }, ReturnType<typeof next>]>(
  [
    ['of a new purchase in no block: soon', WAITING, SECOND, {}, 15 * SECOND],
    ['of one whose clock is ahead: soon', WAITING, -MINUTE, {}, 15 * SECOND],
    ['of one of 4 minutes: in a minute', WAITING, 4 * MINUTE, {}, MINUTE],
    ['of one of 30 minutes: in 5 minutes', WAITING, 30 * MINUTE, {}, 5 * MINUTE],
    ['of one of 58 minutes: at the hour', WAITING, 58 * MINUTE, {}, 2 * MINUTE],
    ['of a fresh block: with its confirmations', CONFIRMING, MINUTE, { head: 103 }, { block: 111 }],
    ['of a proven one: with twice as many', PROVEN, MINUTE, { head: 111 }, { block: 124 }],
    ['of a reverted one: with twice as many', REVERTED, MINUTE, { head: 123 }, { block: 124 }],
    ['of a deep one: a day after the purchase', PROVEN, HOUR, { head: 124 }, 23 * HOUR],
    ['of a deep one of a day: never', PROVEN, DAY, { head: 9000 }, null],
    ['of one that was not found', NOT_FOUND, HOUR, {}, 15 * MINUTE],
    ['of one that was not found for 2 days', NOT_FOUND, 2 * DAY, {}, 6 * HOUR],
    ['of one that was not found for 3 days: never', NOT_FOUND, 3 * DAY, {}, null],
    ['of an old one that was dropped now: soon', GONE, 90 * DAY, {}, 30 * SECOND],
    ['of one that was dropped an hour ago', GONE, 90 * DAY, { differsFor: HOUR }, 15 * MINUTE],
    ['of one that was dropped long ago', GONE, 90 * DAY, { differsFor: 30 * DAY }, 6 * HOUR],
  ],
)('the next check %s', (_, finding, age, situation, expected) => {
  expect(next(finding, age, situation)).toEqual(expected)
})
