import {
  listDuePurchases,
  listOtherClaims,
  postponeChecks,
  storeFindings,
  type CheckedPurchase,
  type DuePurchase,
  type OtherClaim,
} from '#server/db/chain/proofs.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { lockSales } from '#server/db/records/corrections.ts'
import type { ChainToken } from '#src/wire/chains.ts'
import type { StoredProofState } from '#src/wire/proofs.ts'
import { NodeError, type ChainNode, type MinedTransaction } from './chain-node.ts'
import { compareAbsent, comparePurchase, type PaymentRules } from './compare-purchase.ts'
import { nextCheck, retryCheck } from './next-check.ts'

/**
 * So many purchases are requested and stored at once: with the chain's id, their receipts and transactions
 * fill three requests.
 */
const BATCH = 44

/** A chain of a project whose node responds. */
export interface RespondingChain {
  chainId: number
  tokens: readonly ChainToken[]
  node: ChainNode
  /** The number of its newest block. */
  head: number
}

/** What came of a batch. */
export interface CheckedBatch {
  /** The purchases that were due; fewer than `BATCH` if no more are. */
  due: number
  /** The states that were stored. */
  states: StoredProofState[]
  /** By id, the chains whose nodes failed meanwhile: do not request them again in this round. */
  errors: ReadonlyMap<number, NodeError>
}

/** Where a transaction was found, or which chains do not have it. */
interface Answer {
  found: { chainId: number; transaction: MinedTransaction } | null
  absentOn: Set<number>
}

/** The settings of a connected chain, as they are when a finding is stored. */
interface ChainSettings extends PaymentRules {
  chain_id: number
}

/**
 * Checks a batch of due purchases of a project with its chains whose nodes respond, outside any transaction,
 * and stores what was found in a short one. A purchase that a chain without a response may have is left for
 * later, and one that has changed meanwhile is checked again.
 */
export async function checkDue(
  db: Db,
  projectId: string,
  chains: readonly RespondingChain[],
  now: Date,
): Promise<CheckedBatch> {
  const errors = new Map<number, NodeError>()
  if (chains.length === 0) return { due: 0, states: [], errors }
  const heads = new Map(chains.map(({ chainId, head }) => [chainId, head]))
  const symbols = chains.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol.toLowerCase()))
  const due = await listDuePurchases(db, projectId, { heads, symbols }, now, BATCH)
  if (due.length === 0) return { due: 0, states: [], errors }

  const answers = await requestTransactions(due, chains, errors)
  const states = await inTransaction(db, (tx) => store(tx, projectId, { due, answers, heads }, now))
  return { due: due.length, states, errors }
}

/** Requests each transaction of the chain where it was found, then of the others, until one has it. */
async function requestTransactions(
  due: readonly DuePurchase[],
  chains: readonly RespondingChain[],
  errors: Map<number, NodeError>,
): Promise<ReadonlyMap<number, Answer>> {
  const answers = new Map<number, Answer>(
    due.map(({ id }) => [id, { found: null, absentOn: new Set() }]),
  )
  const requestOf = async (chain: RespondingChain, purchases: readonly DuePurchase[]) => {
    const open = purchases.filter(({ id, token }) => {
      const answer = answers.get(id)
      return answer && !answer.found && !answer.absentOn.has(chain.chainId) && tokenOf(chain, token)
    })
    if (open.length === 0 || errors.has(chain.chainId)) return
    try {
      const coins = open.filter(({ token }) => tokenOf(chain, token)?.address === null)
      const found = await chain.node.readTransactions(
        open.map(({ hash }) => hash),
        new Set(coins.map(({ hash }) => hash)),
      )
      for (const { id, hash } of open) {
        const answer = answers.get(id)
        const transaction = found.get(hash)
        if (transaction && answer) answer.found = { chainId: chain.chainId, transaction }
        else answer?.absentOn.add(chain.chainId)
      }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      errors.set(chain.chainId, error)
    }
  }
  for (const chain of chains)
    await requestOf(
      chain,
      due.filter(({ chain_id }) => chain_id === chain.chainId),
    )
  for (const chain of chains) await requestOf(chain, due)
  return answers
}

async function store(
  tx: Tx,
  projectId: string,
  {
    due,
    answers,
    heads,
  }: {
    due: readonly DuePurchase[]
    answers: ReadonlyMap<number, Answer>
    heads: ReadonlyMap<number, number>
  },
  now: Date,
): Promise<StoredProofState[]> {
  await lockSales(tx, projectId)
  const connected: readonly ChainSettings[] = await tx
    .selectFrom('chains')
    .select(['chain_id', 'receivers', 'tokens', 'confirmations'])
    .where('project_id', '=', projectId)
    .where('disconnected_at', 'is', null)
    .execute()
  const hashes = due.filter(({ id }) => answers.get(id)?.found).map(({ hash }) => hash)
  const claims = hashes.length === 0 ? [] : await listOtherClaims(tx, projectId, hashes)

  const checked: CheckedPurchase[] = []
  const postponed: DuePurchase[] = []
  for (const purchase of due) {
    const result = check(purchase, answers.get(purchase.id), { connected, claims, heads, now })
    if (result) checked.push(result)
    else postponed.push(purchase)
  }
  if (postponed.length > 0)
    await postponeChecks(
      tx,
      postponed.map(({ id, version, created_at }) => ({
        id,
        version,
        due_at: retryCheck(created_at, now),
      })),
    )
  const stored = await storeFindings(tx, projectId, checked, now)
  return checked
    .filter(({ purchase }) => stored.has(purchase.id))
    .map(({ finding }) => finding.state)
}

/** What is found of a purchase; null if that is not known yet. */
function check(
  purchase: DuePurchase,
  answer: Answer | undefined,
  {
    connected,
    claims,
    heads,
    now,
  }: {
    connected: readonly ChainSettings[]
    claims: readonly OtherClaim[]
    heads: ReadonlyMap<number, number>
    now: Date
  },
): CheckedPurchase | null {
  const createdAt = purchase.created_at
  const candidates = connected.filter((chain) => tokenOf(chain, purchase.token))
  if (answer?.found) {
    const { chainId, transaction } = answer.found
    const chain = candidates.find(({ chain_id }) => chain_id === chainId)
    const token = chain && tokenOf(chain, purchase.token)
    if (!chain || !token) return null
    const otherAmounts = purchase.is_voided ? [] : amountsOf(claims, purchase.hash, chain, token)
    const head = heads.get(chainId) ?? transaction.block
    const claim = { token, amount: purchase.amount, otherAmounts }
    const finding = comparePurchase(claim, chain, transaction, head)
    const { confirmations } = chain
    const differsAt = purchase.differs_at
    const next = nextCheck(finding, { createdAt, differsAt, confirmations, head, now })
    return { purchase, finding, chain_id: chainId, next }
  }
  const isAbsent = candidates.every(({ chain_id }) => answer?.absentOn.has(chain_id))
  if (candidates.length === 0 || !isAbsent) return null
  const finding = compareAbsent({ createdAt, wasProven: purchase.proven_at !== null }, now)
  const differsAt = purchase.differs_at ?? now
  const next = nextCheck(finding, { createdAt, differsAt, confirmations: 1, head: 0, now })
  // The chain that dropped it, or the only one that could have it.
  const [only, another] = candidates
  const chain_id =
    finding.reason === 'gone' ? purchase.chain_id : another ? null : (only?.chain_id ?? null)
  return { purchase, finding, chain_id, next }
}

/** What purchases of projects that share a receiver claim of a transaction, in the same token. */
function amountsOf(
  claims: readonly OtherClaim[],
  hash: string,
  chain: ChainSettings,
  token: ChainToken,
): string[] {
  return claims
    .filter((claim) => {
      if (claim.hash !== hash || claim.chain_id !== chain.chain_id) return false
      if (!claim.receivers.some((receiver) => chain.receivers.includes(receiver))) return false
      return tokenOf(claim, claim.token)?.address === token.address
    })
    .map(({ amount }) => amount)
}

/** The token of a chain that purchases name so, in any case. */
function tokenOf(
  { tokens }: { tokens: readonly ChainToken[] },
  name: string,
): ChainToken | undefined {
  return tokens.find(({ symbol }) => symbol.toLowerCase() === name.toLowerCase())
}
