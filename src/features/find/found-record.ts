import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { matchesHex } from '#src/wire/hex-part.ts'
import type { Lead } from '#src/wire/leads.ts'
import type { SearchResult } from '#src/wire/search.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { startsWithTyped } from './emphasis.ts'

/** A record from the server's search, or one that this device holds, which may lack the number of purchases. */
export type FoundRecord =
  | { kind: 'wallet'; detail: Wallet & { purchases?: number } }
  | { kind: 'transaction'; detail: Transaction }
  | { kind: 'bonus_code'; detail: BonusCode }
  | { kind: 'lead'; detail: Lead }
export type RecordOf<Kind extends FoundRecord['kind']> = Extract<FoundRecord, { kind: Kind }>

export const toFoundRecord = (result: SearchResult): FoundRecord => result

/** What the record's page is addressed by. */
export function idOf(record: FoundRecord): string {
  return record.kind === 'wallet' ? record.detail.wallet_address : record.detail.id
}

/** The address, the hash or the id, the code, or the email address. */
export function titleOf({ kind, detail }: FoundRecord): string {
  switch (kind) {
    case 'wallet':
      return detail.wallet_address
    case 'transaction':
      return detail.transaction_hash ?? `Transaction ${detail.id}`
    case 'bonus_code':
      return detail.code
    case 'lead':
      return detail.email ?? `Lead ${detail.id}`
  }
}

/** Whether the search for this text would find the record. */
export function isFoundBy(record: FoundRecord, q: string): boolean {
  switch (record.kind) {
    case 'wallet':
      return (
        matchesHex(record.detail.wallet_address, q) ||
        record.detail.referral_code?.toLowerCase() === q.toLowerCase()
      )
    case 'transaction':
      return matchesHex(record.detail.transaction_hash ?? '', q) || record.detail.source_id === q
    case 'bonus_code':
    case 'lead':
      return startsWithTyped(titleOf(record), q)
  }
}
