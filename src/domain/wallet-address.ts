/** The two formats of a search (spec 5): a prefix and a length. The digits are not checked. */

const PREFIX = '0x'
const WALLET_ADDRESS_LENGTH = 42
const TRANSACTION_HASH_LENGTH = 66

export function isWalletAddress(text: string): boolean {
  return text.startsWith(PREFIX) && text.length === WALLET_ADDRESS_LENGTH
}

export function isTransactionHash(text: string): boolean {
  return text.startsWith(PREFIX) && text.length === TRANSACTION_HASH_LENGTH
}
