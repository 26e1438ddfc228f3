import { describe, expect, test } from 'vitest'
import { searchFault } from './search-rules.ts'

const WALLET = 'Search must be a valid wallet address'
const HASH = 'Search must be a valid transaction hash'
const hex = (digits: number) => '0x' + 'a'.repeat(digits)

describe('a search is refused with the message of its field', () => {
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
  ] as const)('%s "%s"', (field, text, fault) => {
    expect(searchFault(field, text)).toBe(fault)
  })
})
