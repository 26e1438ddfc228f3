import { isTransactionHash, isWalletAddress } from './wallet-address.ts'

/** What a list can be narrowed by; the names are the query parameters of GET /transactions. */
export type SearchField = 'walletAddress' | 'hash'

const RULES = {
  walletAddress: { isValid: isWalletAddress, fault: 'Search must be a valid wallet address' },
  hash: { isValid: isTransactionHash, fault: 'Search must be a valid transaction hash' },
}

/**
 * The message under a search box, or null when the text can be searched for (spec 5). Empty is
 * fine: it searches for nothing in particular.
 */
export function searchFault(field: SearchField, text: string): string | null {
  return text === '' || RULES[field].isValid(text) ? null : RULES[field].fault
}
