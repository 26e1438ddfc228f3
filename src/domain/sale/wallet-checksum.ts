import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const CHECKSUM_ERROR =
  'Its capital letters do not match its digits: a character may be wrong. Copy the address again.'

/**
 * Whether an address (0x and 40 hexadecimal digits) is spelled as EIP-55 says: a letter is a capital
 * where the digit of the hash of the address is 8 or more. An address in small letters or in capitals
 * alone has no checksum, and nothing is known against it.
 */
export function hasValidChecksum(address: string): boolean {
  const digits = address.slice(2)
  const small = digits.toLowerCase()
  if (digits === small || digits === digits.toUpperCase()) return true
  const hash = bytesToHex(keccak_256(utf8ToBytes(small)))
  return [...digits].every((digit, place) => {
    const isCapital = digit !== small[place]
    return /\d/.test(digit) || isCapital === Number.parseInt(hash[place] ?? '', 16) >= 8
  })
}
