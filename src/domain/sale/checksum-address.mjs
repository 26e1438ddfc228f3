import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const SMALL_A = 'a'.charCodeAt(0)
const TO_CAPITAL = SMALL_A - 'A'.charCodeAt(0)

/**
 * An address in small letters as EIP-55 spells it: a letter is a capital where the digit of the hash of
 * the address is 8 or more. Plain JavaScript, because a worker thread of the server runs it as it is, a
 * million times.
 * @param {string} address 0x and 40 hexadecimal digits
 */
export function checksumAddress(address) {
  const digits = utf8ToBytes(address.slice(2))
  const hash = keccak_256(digits)
  digits.forEach((digit, place) => {
    const isHigh = ((hash[place >> 1] ?? 0) >> (place % 2 === 0 ? 7 : 3)) & 1
    if (isHigh && digit >= SMALL_A) digits[place] = digit - TO_CAPITAL
  })
  return `0x${String.fromCharCode(...digits)}`
}
