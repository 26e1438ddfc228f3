import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * An address in small letters as EIP-55 spells it: a letter is a capital where the digit of the hash of
 * the address is 8 or more. Plain JavaScript, because a worker thread of the server runs it as it is.
 * @param {string} address 0x and 40 hexadecimal digits
 */
export function checksumAddress(address) {
  const digits = address.slice(2)
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  let spelled = '0x'
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charAt(place)
    spelled += hash.charAt(place) >= '8' ? digit.toUpperCase() : digit
  }
  return spelled
}
