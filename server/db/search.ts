import { findBonusCodes, type BonusCodeRow } from './bonus-codes.ts'
import { findLeads, type LeadRow } from './leads.ts'
import type { Db } from './open.ts'
import { listTransactions, type TransactionListRow } from './transactions.ts'
import { findWalletsByAddress, type WalletListRow } from './wallets.ts'

export type FoundWallet = WalletListRow & { purchase_count: number }

export interface Found {
  wallets: FoundWallet[]
  transactions: TransactionListRow[]
  bonusCodes: BonusCodeRow[]
  leads: LeadRow[]
}

const NOTHING: Found = { wallets: [], transactions: [], bonusCodes: [], leads: [] }

/**
 * The projects' records that a text names, by its form: wallets by an address, transactions by a hash,
 * else bonus codes and leads that begin with it. Case does not matter, and no character is a wildcard.
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
  if ((isAddress || isHash) && !hasFinance) return NOTHING
  if (isAddress)
    return { ...NOTHING, wallets: await findWalletsByAddress(db, projects, text, limit) }
  if (isHash) {
    const transactions = await listTransactions(db, projects, { page: 1, limit }, { hash: text })
    return { ...NOTHING, transactions }
  }
  const [bonusCodes, leads] = await Promise.all([
    hasFinance ? findBonusCodes(db, projects, text, limit) : [],
    findLeads(db, projects, text, limit),
  ])
  return { ...NOTHING, bonusCodes, leads }
}
