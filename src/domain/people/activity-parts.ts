import { formatCount } from '#src/domain/money/money.ts'
import { formatDay, formatDecimal } from '#src/domain/sale/record-formats.ts'
import type { MaskSlot } from '#src/domain/text/mask.ts'
import { pluralize, shortAddress } from '#src/domain/text/text.ts'

// What the sentences of entries (activity-text.ts) are made of.

/** A part of a sentence. Figures are masked in privacy mode. */
export type ActivityPart =
  | { is: 'text'; text: string }
  | {
      is: 'figure'
      slot: MaskSlot
      text: string
      /** Stands after the mask of a count; always the plural, which reveals nothing. */
      unit?: string
    }
  /** A record of the entry's project. */
  | {
      is: 'record'
      kind: 'wallet' | 'bonus_code' | 'transaction' | 'allocation_list' | 'stages'
      id: string
      text: string
    }
  /** The id of an account. */
  | { is: 'person'; id: string }

export type Values = Readonly<Record<string, unknown>>
export type Describe = (entry: {
  id: string | null
  at: number
  before: Values
  after: Values
}) => [title: string, ...parts: (ActivityPart | string | null)[]]

export const person = (id: string | null): ActivityPart | null =>
  id === null ? null : { is: 'person', id }

export const figure = (slot: MaskSlot, text: string): ActivityPart => ({ is: 'figure', slot, text })
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : null
export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export function walletPart(address: unknown): ActivityPart | null {
  const id = textOf(address)
  return id === null ? null : { is: 'record', kind: 'wallet', id, text: shortAddress(id) }
}

/** "1,204 rows" */
export function countPart(count: number, noun: string): ActivityPart {
  const unit = `${noun}s`
  const text = `${formatCount(count)} ${count === 1 ? noun : unit}`
  return { is: 'figure', slot: 'count', text, unit }
}

export const rowsPart = (count: unknown) =>
  typeof count === 'number' ? countPart(count, 'row') : null

export function fieldCount({ before, after }: { before: Values; after: Values }): string {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  fields.delete('reason')
  return pluralize(fields.size, 'field')
}

export const bonusCode =
  (title: string): Describe =>
  ({ id, after }) => [
    title,
    id === null
      ? null
      : { is: 'record', kind: 'bonus_code', id, text: textOf(after['code']) ?? `No. ${id}` },
  ]

export const key =
  (title: string): Describe =>
  ({ after }) => {
    const name = textOf(after['name'])
    return [title, name === null ? null : `Key “${name}”`]
  }

export const named =
  (title: string): Describe =>
  ({ before, after }) => [title, textOf(after['name']) ?? textOf(before['name'])]

export const about =
  (title: string): Describe =>
  ({ id }) => [title, id]

/** Tokens of a wallet: "Added tokens", then "12,000.00 to 0x0b46e7d5…8c2f". */
export const tokens =
  (title: string, preposition: 'to' | 'of' = 'to'): Describe =>
  ({ before, after }) => {
    const { tokens: amount, wallet_address: address } = { ...before, ...after }
    const text = textOf(amount)
    if (text === null) return [title, walletPart(address)]
    return [title, figure('amount', formatDecimal(text, 2)), preposition, walletPart(address)]
  }

/** What a request is for. Entries from before corrections have no kind. */
const REQUESTED: Readonly<Record<string, string>> = {
  void: 'the voiding of a purchase',
  restore: 'the restoring of a purchase',
  reverse: 'the reversal of a credit',
  successor: 'a change of a successor',
}

/** A request for a credit or a correction. */
export const request =
  (title: (subject: string) => string): Describe =>
  (entry) => {
    const { kind } = { ...entry.before, ...entry.after }
    const subject = REQUESTED[textOf(kind) ?? '']
    return tokens(title(subject ?? 'a credit'), subject === undefined ? 'to' : 'of')(entry)
  }

export const purchase =
  (title: string): Describe =>
  ({ id, after }) => [
    title,
    id === null ? null : { is: 'record', kind: 'transaction', id, text: `No. ${id}` },
    walletPart(after['wallet_address']) === null ? null : 'of',
    walletPart(after['wallet_address']),
  ]

export const exported =
  (title: string): Describe =>
  ({ after }) => {
    const projects = listOf(after['projects']).join(', ')
    const rows = rowsPart(after['count'])
    return [title, rows !== null && projects !== '' ? `${projects},` : projects, rows]
  }

const PROOFS: Readonly<Record<string, string>> = {
  passkey: 'with a passkey',
  totp: 'with a code of the authenticator',
  recovery: 'with a recovery code',
  password: 'with the password',
}

export const proofText = (kind: unknown) => PROOFS[textOf(kind) ?? ''] ?? null

const FACTORS: Readonly<Record<string, string>> = { totp: 'Authenticator' }

/** "Pixel 8", the name of a passkey, or "Authenticator". */
export const factor =
  (title: string): Describe =>
  ({ before, after }) => {
    const { kind, name } = { ...before, ...after }
    return [title, FACTORS[textOf(kind) ?? ''] ?? textOf(name)]
  }

export const ofPerson =
  (title: string): Describe =>
  ({ id }) => [title, person(id)]

/** "No. 3", which links to the list. */
export function listPart({ id, after }: { id: string | null; after: Values }): ActivityPart | null {
  const number = Number(after['number'])
  if (id === null || !Number.isFinite(number)) return null
  return { is: 'record', kind: 'allocation_list', id, text: `No. ${number}` }
}

export const LIST_FORMATS: Readonly<Record<string, string>> = {
  units: 'smallest units',
  tokens: 'tokens',
  safe: 'Safe airdrop',
  merkle: 'Merkle tree',
}

export const IMPORT_STEPS: Readonly<Record<string, string>> = {
  started: 'Started an import',
  cancelled: 'Cancelled an import',
  resumed: 'Resumed an import',
  done: 'Finished an import',
}

/** "figures, lists; AURA, HELIX; until Feb 18, 2026": what a reading key may read, and its last local day. */
export function readingKeyDetails({ scopes, projects, expires_at: end }: Values): string {
  const lastDay = typeof end === 'string' && !Number.isNaN(Date.parse(end)) ? formatDay(end) : null
  return [
    listOf(scopes).join(', '),
    projects === 'all' ? 'all projects' : listOf(projects).join(', '),
    lastDay === null ? (end === null ? 'without an end' : '') : `until ${lastDay}`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}
