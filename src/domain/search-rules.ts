import { shortAddress, shortHash } from './record-formats.ts'
import { isTransactionHash, isWalletAddress } from './wallet-address.ts'

/** What a list can be narrowed by; the names are the query parameters of GET /transactions. */
export type SearchField = 'walletAddress' | 'hash'

const RULES = {
  walletAddress: {
    isValid: isWalletAddress,
    fault: 'Search must be a valid wallet address',
    noun: 'wallet address',
    label: 'Wallet Address',
    shorten: shortAddress,
  },
  hash: {
    isValid: isTransactionHash,
    fault: 'Search must be a valid transaction hash',
    noun: 'transaction hash',
    label: 'Transaction Hash',
    shorten: shortHash,
  },
}
const FIELDS = ['walletAddress', 'hash'] as const

/**
 * The message under a search box, or null when the text can be searched for (spec 5). Empty is
 * fine: it searches for nothing in particular.
 */
export function validateSearch(field: SearchField, text: string): string | null {
  return text === '' || RULES[field].isValid(text) ? null : RULES[field].fault
}

/** What a whole address or hash can be searched by; null for any other text. */
export function searchFieldOf(text: string): SearchField | null {
  return FIELDS.find((field) => RULES[field].isValid(text)) ?? null
}

/** What the search box says when the text moved it to another field by itself. */
export function switchedNote(to: SearchField): string {
  return `This is a ${RULES[to].noun}: Search Field is now ${RULES[to].label}.`
}

/** What the search box says of a text that this list can't be searched by, though another can. */
export function elsewhereNote(field: SearchField): string {
  return `This is a ${RULES[field].noun}. Search for it in Transactions Search.`
}

/**
 * What was searched for without a match, and what to try.
 * @param projects the ones that were searched
 * @param isAll whether there are no others to search
 */
export function emptySearchText(
  { field, text }: { field: SearchField; text: string },
  projects: readonly string[],
  isAll: boolean,
): string {
  const { noun, shorten } = RULES[field]
  const [only] = projects
  const named = projects.length === 1 && only !== undefined ? only : `${projects.length} projects`
  const place = isAll ? 'any project' : named
  const advice = isAll ? `Check the ${noun}.` : `Check the ${noun}, or select more projects.`
  return `The ${noun} ${shorten(text)} is not in ${place}. ${advice}`
}
