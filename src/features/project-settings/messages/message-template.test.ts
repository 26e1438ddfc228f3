import { expect, test } from 'vitest'
import { exampleValues } from '#src/domain/text/message-placeholders.ts'
import {
  completionAt,
  describeMisspelt,
  fillMessage,
  messageParts,
  replacedRange,
} from './message-template.ts'

const VALUES = exampleValues({
  id: 'AURA',
  project_ticker: 'AUR',
  website_url: 'https://aura.example',
  buy_url: 'https://aura.example/buy',
})

test.each([
  ['', ''],
  ['New {project_ticker} purchase', 'New AUR purchase'],
  [
    '{payment_token_amount} {payment_token_symbol} (${payment_usd_amount})',
    '3.0000 ETH ($9,060.00)',
  ],
  ['{unknown} {project_id', '{unknown} {project_id'],
  ['{{project_id}}', '{AURA}'],
  ['{PROJECT_ID} {constructor} {__proto__}', '{PROJECT_ID} {constructor} {__proto__}'],
  ['Buy at {buy_url}\n{website_url}', 'Buy at https://aura.example/buy\nhttps://aura.example'],
])('the message %j shows %j', (text, shown) => {
  expect(fillMessage(text, VALUES)).toBe(shown)
})

test('the parts of a message add up to the whole message', () => {
  const text = 'a {stage_name}{tokens_bought} {x} b'
  const parts = messageParts(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.map((part) => part.placeholder ?? part.isMisspelt ?? null)).toEqual([
    null,
    'stage_name',
    'tokens_bought',
    null,
    true,
    null,
  ])
})

test.each([
  ['{wallet_adress}', 'wallet_address'],
  ['{walletAddress}', 'wallet_address'],
  ['{ Wallet Address }', 'wallet_address'],
  ['{payment-token-symbol}', 'payment_token_symbol'],
  ['{payment_tokens_amount}', 'payment_token_amount'],
  ['{tokenbought}', 'tokens_bought'],
  ['{PROJECT_ID}', 'project_id'],
  ['{websiteurl}', 'website_url'],
  ['{ticker}', 'project_ticker'],
  ['{buy_ur}', 'buy_url'],
  ['{first_name}', null],
  ['{x}', null],
  ['{constructor}', null],
])('%s is named as misspelt, with %s as the nearest placeholder', (written, nearest) => {
  const meant = nearest === null ? '' : ` Did you mean {${nearest}}?`
  expect(describeMisspelt(`Sold ${written} for {tokens_bought} ${written}`)).toEqual([
    `${written} is not a placeholder and is posted as it is.${meant}`,
  ])
})

test.each(['', '{}', '{tokens_bought}', '{{buy_url}}', '{ }', '{1}', 'a { b', '{wallet_adress'])(
  '%j has no misspelt placeholder',
  (text) => expect(describeMisspelt(text)).toEqual([]),
)

test.each([
  ['{', 1, 10],
  ['{p', 2, 5],
  ['{pay', 4, 3],
  ['a {buy_url', 10, 1],
  ['{zzz', 4, null],
  ['{buy_url}', 9, null],
  ['buy', 3, null],
  ['{ buy', 5, null],
])('after %j (caret at %i) %s names match', (text, caret, count) => {
  expect(completionAt(text, caret)?.options.length ?? null).toBe(count)
})

test.each([
  ['', 0, 0, '{buy_url}'],
  ['a {b', 2, 4, 'a {buy_url}'],
  ['a {b}', 2, 4, 'a {buy_url}'],
  ['{bu_x} c', 0, 3, '{buy_url} c'],
  ['ab', 1, 1, 'a{buy_url}b'],
  ['ab}', 1, 1, 'a{buy_url}b}'],
])('a placeholder inserted into %j from %i to %i', (text, from, to, result) => {
  const { start, end } = replacedRange(text, { start: from, end: to })
  expect(`${text.slice(0, start)}{buy_url}${text.slice(end)}`).toBe(result)
})
