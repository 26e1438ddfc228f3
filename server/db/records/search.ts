import type { Db } from '#server/db/engine/open.ts'
import { isHexPart } from '#src/wire/hex-part.ts'
import { findBonusCodes, type BonusCodeRow } from './bonus-codes.ts'
import { hexCondition } from './hex-condition.ts'
import { findLeads, type LeadRow } from './leads.ts'
import { listTransactions, type TransactionListRow } from './transactions.ts'
import { findWallet, findWallets, hasReferralCode, type WalletListRow } from './wallets.ts'

export interface Found {
  wallets: WalletListRow[]
  transactions: TransactionListRow[]
  bonusCodes: BonusCodeRow[]
  leads: LeadRow[]
}

const NOTHING: Found = { wallets: [], transactions: [], bonusCodes: [], leads: [] }

/**
 * The projects' records that a text names, by its form: wallets by an address, transactions by a hash,
 * both by a part of it; else bonus codes that begin with it, leads whose email address or mobile number
 * does, with their wallets, purchases to which the sender gave this id (or from 6 characters on, one that
 * begins with it), and wallets with this referral code. Case matters only in that id, and no character is a
 * wildcard.
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
  const [coded, transactions, bonusCodes, leads] = await Promise.all([
    findWallets(db, projects, hasReferralCode(text), limit),
    listTransactions(db, projects, page, { source_id: text }),
    findBonusCodes(db, projects, text, limit),
    findLeads(db, projects, text, limit),
  ])
  const wallets = [...coded, ...(await findWalletsOf(db, leads))].slice(0, limit)
  return { wallets, transactions, bonusCodes, leads }
}

/** The wallets of leads, each once, in their order. */
async function findWalletsOf(db: Db, leads: readonly LeadRow[]): Promise<WalletListRow[]> {
  const addresses = new Map(
    leads.flatMap(({ project_id: project, wallet_address: address }) =>
      address === null ? [] : [[`${project} ${address}`, [project, address] as const]],
    ),
  )
  const found = await Promise.all(
    [...addresses.values()].map(([project, address]) =>
      findWallet(db, project, address.toLowerCase()),
    ),
  )
  return found.filter((wallet) => wallet !== undefined)
}
