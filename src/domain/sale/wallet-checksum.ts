import { checksumAddress } from './checksum-address.mjs'

export const CHECKSUM_ERROR =
  'Its capital letters do not match its digits: a character may be wrong. Copy the address again.'

/**
 * Whether an address (0x and 40 hexadecimal digits) is spelled as EIP-55 says. An address in small
 * letters or in capitals alone has no checksum, and nothing is known against it.
 */
export function hasValidChecksum(address: string): boolean {
  const digits = address.slice(2)
  const small = digits.toLowerCase()
  if (digits === small || digits === digits.toUpperCase()) return true
  return checksumAddress(`0x${small}`).slice(2) === digits
}
