import { expect, test } from 'vitest'
import { isTransactionHash, isWalletAddress } from './wallet-address.ts'

test.each([
  [`0x${'a'.repeat(39)}`, false],
  [`0x${'a'.repeat(40)}`, true],
  [`0x${'a'.repeat(41)}`, false],
  [`1x${'a'.repeat(40)}`, false],
  ['', false],
])('%s is a wallet address: %s', (text, is) => {
  expect(isWalletAddress(text)).toBe(is)
})

test.each([
  [`0x${'a'.repeat(63)}`, false],
  [`0x${'a'.repeat(64)}`, true],
  [`0x${'a'.repeat(65)}`, false],
])('%s is a transaction hash: %s', (text, is) => {
  expect(isTransactionHash(text)).toBe(is)
})
