import { expect, test } from 'vitest'
import { payloadLines, walletOf } from './refusal-record.tsx'

const text = (event: unknown, field = '') =>
  payloadLines(event, field)
    .map((spans) => spans.map((span) => span.text).join(''))
    .join('\n')
const marked = (event: unknown, field: string) =>
  payloadLines(event, field)
    .flat()
    .filter(({ kind }) => kind === 'wrong')
    .map((span) => span.text)

test.each([
  [{ id: 'p-1', amount: 1.5, note: null, nested: { a: [1, 'b'] } }],
  [{ 'a "name": with': 'a "value", {with} [all]: ' }],
  [{ empty: {}, none: [] }],
  [[1, 'two']],
  [7],
  [null],
])('%j is shown whole', (event) => {
  expect(text(event)).toBe(JSON.stringify(event, null, 2))
})

test('an event that was cut is shown as text', () => {
  expect(payloadLines('{"id":"p-1","na', 'id')).toEqual([
    [{ text: '{"id":"p-1","na', kind: 'plain' }],
  ])
})

test('the value of the refused field is marked, and no other', () => {
  const event = { id: 'p-1', amount: '1,204.50', nested: { amount: '2' }, list: [1] }
  expect(marked(event, 'amount')).toEqual(['"1,204.50"'])
  expect(marked(event, 'missing')).toEqual([])
  expect(marked(event, 'event')).toEqual([])
})

test('names, texts and punctuation have their colours', () => {
  expect(payloadLines({ id: 'a', n: 1 }, '')[1]).toEqual([
    { text: '  ', kind: 'plain' },
    { text: '"id"', kind: 'name' },
    { text: ': ', kind: 'quiet' },
    { text: '"a"', kind: 'string' },
    { text: ',', kind: 'quiet' },
  ])
})

const WALLET = `0x${'a'.repeat(40)}`

test.each([
  [{ wallet_address: WALLET }, WALLET],
  [{ wallet_address: '0x12' }, null],
  [{ wallet_address: 7 }, null],
  [{ id: 'p-1' }, null],
  ['{"wallet_address"', null],
  [null, null],
])('the event %j names the wallet %s', (event, wallet) => {
  expect(walletOf(event)).toBe(wallet)
})
