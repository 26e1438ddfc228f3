import { expect, test } from 'vitest'
import { hasValidChecksum } from './wallet-checksum.ts'

// The examples of EIP-55.
const VALID = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test.each(VALID)('%s is valid, also without capitals and in capitals alone', (address) => {
  expect(hasValidChecksum(address)).toBe(true)
  expect(hasValidChecksum(address.toLowerCase())).toBe(true)
  expect(hasValidChecksum(`0x${address.slice(2).toUpperCase()}`)).toBe(true)
})

test.each(VALID.slice(4))(
  '%s with another digit, or a letter in the other case, is not',
  (address) => {
    const other = address.endsWith('1') ? '2' : '1'
    expect(hasValidChecksum(`${address.slice(0, -1)}${other}`)).toBe(false)
    const at = address.slice(2).search(/[a-f]/) + 2
    const turned = `${address.slice(0, at)}${address.charAt(at).toUpperCase()}${address.slice(at + 1)}`
    expect(hasValidChecksum(turned)).toBe(false)
  },
)
