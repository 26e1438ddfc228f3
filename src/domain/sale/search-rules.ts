import { shortAddress, shortenText, shortHash } from '#src/domain/text/text.ts'
import { recogniseSearch } from './recognise-search.ts'

/** The fields of a search; their names are query parameters of the lists' calls. */
export type SearchField = 'walletAddress' | 'hash' | 'source_id' | 'referral_code' | 'q'
/** Those that have a form. */
type FormedField = 'walletAddress' | 'hash'

/** The formats: a prefix and a length. The digits are not checked. */
const PREFIX = '0x'
const RULES = {
  walletAddress: {
    length: 42,
    error: 'Search must be a valid wallet address',
    noun: 'wallet address',
    label: 'Wallet Address',
    shorten: shortAddress,
  },
  hash: {
    length: 66,
    error: 'Search must be a valid transaction hash',
    noun: 'transaction hash',
    label: 'Transaction Hash',
    shorten: shortHash,
  },
}
const FIELDS = ['walletAddress', 'hash'] as const

const isFormed = (field: SearchField): field is FormedField =>
  field === 'walletAddress' || field === 'hash'

/** What a field without a form is searched for, and its longest text. */
const FREE = {
  source_id: { noun: 'order id', length: 200 },
  referral_code: { noun: 'referral code', length: 100 },
  q: { noun: 'e-mail or mobile number', length: 200 },
}

function nounOf(field: SearchField): string {
  return isFormed(field) ? RULES[field].noun : FREE[field].noun
}

const shown = (field: SearchField, text: string) =>
  isFormed(field) ? RULES[field].shorten(text) : shortenText(text, 40)

const isComplete = (field: FormedField, text: string) =>
  text.startsWith(PREFIX) && text.length === RULES[field].length

/**
 * What a typed or pasted text searches for: the address or hash inside a link or a sentence, without
 * invisible characters.
 */
export function normaliseSearch(text: string): string {
  return recogniseSearch(text).q.replace(/^0X/, PREFIX)
}

/** The message under a search box, or null if the text is complete. Empty text is valid. */
export function validateSearch(field: SearchField, text: string): string | null {
  if (!isFormed(field)) {
    const { length } = FREE[field]
    return text.length <= length ? null : `Search must be at most ${length} characters`
  }
  return text === '' || isComplete(field, text) ? null : RULES[field].error
}

/** The search field of a complete address or hash; null for any other text. */
export function searchFieldOf(text: string): FormedField | null {
  return FIELDS.find((field) => isComplete(field, text)) ?? null
}

/** The note under the search box after the text has changed the search field. */
export function switchedNote(to: FormedField): string {
  return `This is a ${RULES[to].noun}: Search Field is now ${RULES[to].label}.`
}

/** The note for a text that another list can be searched for, but not this one. */
export function elsewhereNote(field: FormedField): string {
  return `This is a ${RULES[field].noun}. Search for it in Transactions Search.`
}

/** "wallet address 0xd204a6e1…37b8" */
export function describeSearch({ field, text }: { field: SearchField; text: string }): string {
  return `${nounOf(field)} ${shown(field, text)}`
}

/**
 * The text of a search without results, with advice.
 * @param projects the searched projects
 * @param isAll whether these are all projects
 */
export function emptySearchText(
  { field, text }: { field: SearchField; text: string },
  projects: readonly string[],
  isAll: boolean,
): string {
  const noun = nounOf(field)
  const [only] = projects
  const named = projects.length === 1 && only !== undefined ? only : `${projects.length} projects`
  const place = isAll ? 'any project' : named
  const advice = isAll ? `Check the ${noun}.` : `Check the ${noun}, or select more projects.`
  return `The ${noun} ${shown(field, text)} is not in ${place}. ${advice}`
}
