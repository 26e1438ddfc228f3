import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { isHexPart } from '#src/wire/hex-part.ts'
import { findBonusCodes, type BonusCodeRow } from './bonus-codes.ts'
import { hexCondition } from './hex-condition.ts'
import { findLeads, type LeadRow } from './leads.ts'
import { listTransactions, type TransactionListRow } from './transactions.ts'
import { findWallets, type WalletListRow } from './wallets.ts'

export interface Found {
  wallets: WalletListRow[]
  transactions: TransactionListRow[]
  bonusCodes: BonusCodeRow[]
  leads: LeadRow[]
}

const NOTHING: Found = { wallets: [], transactions: [], bonusCodes: [], leads: [] }

/**
 * The projects' records that a text names, by its form: wallets by an address, transactions by a hash,
 * both by a part of it; else bonus codes and leads that begin with it, purchases to which the sender
 * gave this id, and wallets with this referral code. Case matters only in that id, and no character is
 * a wildcard.
 * @param limit the most of each kind, the newest
 * @param hasFinance whether to look for more than leads
 */
export async function search(
  db: Db,
  projects: readonly string[],
  text: string,
  { limit, hasFinance }: { limit: number; hasFinance: boolean },
): Promise<Found> {
  const [isAddress, isHash] = [/^0x[\da-f]{40}$/i.test(text), /^0x[\da-f]{64}$/i.test(text)]
  const isPart = isHexPart(text)
  const byHex = isAddress || isHash || isPart
  if (byHex && !hasFinance) return NOTHING
  const page = { page: 1, limit }
  if (byHex) {
    const hasAddress = hexCondition('wallet_address', text)
    const [wallets, transactions] = await Promise.all([
      isHash ? [] : findWallets(db, projects, hasAddress, limit),
      isAddress ? [] : listTransactions(db, projects, page, { hash: text }),
    ])
    return { ...NOTHING, wallets, transactions }
  }
  if (!hasFinance) return { ...NOTHING, leads: await findLeads(db, projects, text, limit) }
  const hasReferralCode = sql`lower(referral_code) = ${text.toLowerCase()}`
  const [wallets, transactions, bonusCodes, leads] = await Promise.all([
    findWallets(db, projects, hasReferralCode, limit),
    listTransactions(db, projects, page, { source_id: text }),
    findBonusCodes(db, projects, text, limit),
    findLeads(db, projects, text, limit),
  ])
  return { wallets, transactions, bonusCodes, leads }
}
