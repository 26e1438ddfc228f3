import { describe, expect, test } from 'vitest'
import { emptySearchText, validateSearch, searchFieldOf } from './search-rules.ts'

const WALLET = 'Search must be a valid wallet address'
const HASH = 'Search must be a valid transaction hash'
const hex = (digits: number) => '0x' + 'a'.repeat(digits)

describe('an invalid search has the message of its field', () => {
  test.each([
    ['walletAddress', '', null],
    ['walletAddress', hex(40), null],
    ['walletAddress', hex(39), WALLET],
    ['walletAddress', hex(41), WALLET],
    ['walletAddress', '1x' + 'a'.repeat(40), WALLET],
    ['walletAddress', hex(64), WALLET],
    ['hash', '', null],
    ['hash', hex(64), null],
    ['hash', hex(63), HASH],
    ['hash', hex(65), HASH],
    ['hash', 'a'.repeat(66), HASH],
    ['hash', hex(40), HASH],
    ['source_id', 'Order-2026-1', null],
    ['source_id', 'x'.repeat(201), 'Search must be at most 200 characters'],
  ] as const)('%s "%s"', (field, text, error) => {
    expect(validateSearch(field, text)).toBe(error)
  })
})

test.each([
  [hex(40), 'walletAddress'],
  [hex(64), 'hash'],
  [hex(63), null],
  ['', null],
])('%s can be searched by %s', (text, field) => {
  expect(searchFieldOf(text)).toBe(field)
})

test.each([
  [['AURA', 'NOVA'], true, 'is not in any project. Check the wallet address.'],
  [['AURA'], false, 'is not in AURA. Check the wallet address, or select more projects.'],
  [['AURA', 'NOVA'], false, 'is not in 2 projects. Check the wallet address, or select more'],
] as const)('a search of %j without a match says what to try', (projects, isAll, text) => {
  const applied = { field: 'walletAddress', text: hex(40) } as const
  expect(emptySearchText(applied, projects, isAll)).toContain(text)
})

test.each([
  [`0x${'a'.repeat(39)}`, null],
  [`0x${'a'.repeat(40)}`, 'walletAddress'],
  [`0x${'a'.repeat(41)}`, null],
  [`1x${'a'.repeat(40)}`, null],
  [`0x${'a'.repeat(63)}`, null],
  [`0x${'a'.repeat(64)}`, 'hash'],
  [`0x${'a'.repeat(65)}`, null],
  ['', null],
])('%s is a complete %s', (text, field) => {
  expect(searchFieldOf(text)).toBe(field)
})
