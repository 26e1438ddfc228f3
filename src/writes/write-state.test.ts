import { expect, test } from 'vitest'
import { nextWriteState, type WriteEvent, type WriteState } from './write-state.ts'

const own = { key: 'k1', sentAt: 0, what: '500' }
const other = { key: 'k2', sentAt: 0, what: '900' }
const ofOwn = { write: own, isOwn: true, isHeldBack: false }
const ofOther = { write: other, isOwn: false, isHeldBack: false }
const heldBack = { write: other, isOwn: false, isHeldBack: true }

const idle = { is: 'idle' } as const
const sending = { is: 'sending', write: own } as const
const confirming = { is: 'confirming', ...ofOwn } as const
const unknown = { is: 'unknown', ...ofOwn } as const
const done = { is: 'done', refusal: null, ...ofOwn } as const

const submitted = { is: 'submitted', write: own } as const
const foundOther = { is: 'found', write: other, isOwn: false } as const
const refused = { is: 'refused', refusal: 'Too much' } as const

type Row = [string, WriteState<string>, WriteEvent<string>, WriteState<string>]
const ROWS: Row[] = [
  ['submit sends', idle, submitted, sending],
  ['a response ends it', sending, { is: 'done' }, done],
  ['a refused write can be sent again', sending, refused, idle],
  ['without a response it is confirmed', sending, { is: 'unanswered' }, confirming],
  ['a session that ends leaves it unknown', sending, { is: 'unconfirmed' }, unknown],
  ['a further retry changes nothing', confirming, { is: 'unanswered' }, confirming],
  ['confirmed', confirming, { is: 'done' }, done],
  ['refused by its key', confirming, refused, idle],
  ['without a response to any retry', confirming, { is: 'unconfirmed' }, unknown],
  [
    'an unknown write is checked again',
    unknown,
    { is: 'confirming', write: own, isOwn: true },
    confirming,
  ],
  ['an earlier write is found', idle, { is: 'found', write: own, isOwn: true }, unknown],
  ['a write of another tab is found', idle, foundOther, { is: 'unknown', ...ofOther }],
  ['a write that is being sent is not replaced', sending, foundOther, sending],
  ['a write that is being confirmed is not replaced', confirming, foundOther, confirming],
  [
    'the write of another tab comes first',
    sending,
    { is: 'confirming', ...heldBack },
    { is: 'confirming', ...heldBack },
  ],
  [
    'what was held back stays so while the other write is unknown',
    { is: 'confirming', ...heldBack },
    { is: 'unconfirmed' },
    { is: 'unknown', ...heldBack },
  ],
  [
    'and while it is checked again',
    { is: 'unknown', ...heldBack },
    { is: 'confirming', write: other, isOwn: false },
    { is: 'confirming', ...heldBack },
  ],
  [
    'the outcome of another write is shown',
    { is: 'confirming', ...heldBack },
    { is: 'done' },
    { is: 'done', refusal: null, ...heldBack },
  ],
  [
    'and its refusal',
    { is: 'confirming', ...ofOther },
    refused,
    { is: 'done', refusal: 'Too much', ...ofOther },
  ],
  ['then the dialog can send', { is: 'done', refusal: null, ...heldBack }, submitted, sending],
  ['an outcome without a write changes nothing', idle, { is: 'done' }, idle],
  ['an outcome after the outcome changes nothing', done, refused, done],
]

test.each(ROWS)('%s', (_what, state, event, next) => {
  expect(nextWriteState(state, event)).toEqual(next)
})

test('finding an unknown write again is no change, so that nothing renders for it', () => {
  expect(nextWriteState(unknown, { is: 'found', write: { ...own }, isOwn: true })).toBe(unknown)
})
