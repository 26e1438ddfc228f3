import { recordAudit, type AuditSource } from '#server/auth/audit.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { addProjectEvents } from '#server/db/messages/account-events.ts'
import type { ApprovalSubject } from '#server/db/records/approvals.ts'
import {
  findSuccessor,
  insertReversal,
  listPredecessors,
  lockPurchase,
  lockSales,
  setSuccessor,
  setVoided,
} from '#server/db/records/corrections.ts'
import { findCredit, readCredit } from '#server/db/records/manual-transactions.ts'
import { lockWallet } from '#server/db/records/wallets.ts'
import type { ApprovalRow } from '#server/db/schema/schema-approvals.ts'
import { conflict } from '#server/http/errors.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { AuditAction, AuditObject } from '#src/domain/people/audit-actions.ts'
import type { ApprovalKind } from '#src/wire/approval.ts'

export type CorrectionKind = Exclude<ApprovalKind, 'credit'>

/** What is corrected: a purchase, a credit, or a wallet with its new successor. */
export type CorrectionSubject = Pick<ApprovalRow, 'project_id'> &
  Partial<Pick<ApprovalRow, 'transaction_id' | 'reversed_id' | 'wallet_address' | 'successor'>>

/** Whose correction it is, also when a second person approves it. */
export interface Author {
  id: number
  email: string
  reason: string
}

/** A correction whose records are locked until the transaction ends. */
export interface Correction {
  /** The wallet that gains or loses tokens by it. */
  walletAddress: string
  /** What it gains or loses; of a successor, all that the wallet has. */
  tokens: string
  /** At most one request about it waits. */
  subject: ApprovalSubject
  /** Why nothing is left to do; null if there is something. */
  done: string | null
  /** @throws HttpError 409 for what a correction may not make of the records */
  check?: () => Promise<void>
  /** Makes the change. */
  apply: (author: Author, now: Date) => Promise<void>
  /** For the audit log. */
  entry: {
    action: AuditAction
    object: AuditObject
    objectId: string | number
    before: Readonly<Record<string, unknown>>
    after: Readonly<Record<string, unknown>>
  }
}

type Prepare = (tx: Tx, subject: CorrectionSubject) => Promise<Correction | undefined>

const PREPARE: Record<CorrectionKind, Prepare> = {
  void: (tx, subject) => prepareVoid(tx, subject, true),
  restore: (tx, subject) => prepareVoid(tx, subject, false),
  reverse: prepareReversal,
  successor: prepareSuccessor,
}

/**
 * Locks what a correction is about, and reads it.
 * @returns undefined if the project has no such record
 */
export function prepareCorrection(
  tx: Tx,
  kind: CorrectionKind,
  subject: CorrectionSubject,
): Promise<Correction | undefined> {
  return PREPARE[kind](tx, subject)
}

async function prepareVoid(
  tx: Tx,
  { project_id: projectId, transaction_id: id }: CorrectionSubject,
  isVoid: boolean,
): Promise<Correction | undefined> {
  const purchase = typeof id === 'number' ? await lockPurchase(tx, projectId, id) : undefined
  if (purchase === undefined) return undefined
  const { voided_at: before, voided_by: voidedBy } = purchase
  const isVoided = before !== null
  const done = isVoid ? `This purchase was voided by ${voidedBy}` : 'This purchase is not voided'
  return {
    walletAddress: purchase.wallet_address,
    tokens: purchase.tokens,
    subject: { transaction_id: purchase.id },
    done: isVoid === isVoided ? done : null,
    apply: ({ email, reason }, now) =>
      setVoided(tx, purchase.id, isVoid ? { at: now, by: email, reason } : null),
    entry: {
      action: isVoid ? 'transaction.void' : 'transaction.restore',
      object: 'transaction',
      objectId: purchase.id,
      before: { voided: isVoided, ...(isVoided ? { voided_at: before, voided_by: voidedBy } : {}) },
      after: { voided: isVoid, usd: trimDecimal(purchase.payment_usd_amount) },
    },
  }
}

async function prepareReversal(
  tx: Tx,
  { project_id: projectId, reversed_id: id }: CorrectionSubject,
): Promise<Correction | undefined> {
  const found = typeof id === 'number' ? await findCredit(tx, projectId, id) : undefined
  if (found === undefined) return undefined
  const { wallet_address: walletAddress, tokens } = found
  await lockWallet(tx, projectId, walletAddress)
  const { reversed } = await readCredit(tx, found.id)
  return {
    walletAddress,
    tokens,
    subject: { reversed_id: found.id },
    done: reversed && `This credit was reversed by ${reversed.by}`,
    apply: ({ email, reason }, now) =>
      insertReversal(tx, {
        credit_id: found.id,
        project_id: projectId,
        at: now,
        by: email,
        reason,
      }),
    entry: {
      action: 'manual_transaction.reverse',
      object: 'manual_transaction',
      objectId: found.id,
      before: { reversed: false },
      after: { reversed: true, transaction_id: found.transaction_id },
    },
  }
}

async function prepareSuccessor(
  tx: Tx,
  { project_id: projectId, wallet_address: walletAddress, successor = null }: CorrectionSubject,
): Promise<Correction | undefined> {
  if (walletAddress === undefined) return undefined
  await lockSales(tx, projectId)
  await lockWallet(tx, projectId, walletAddress)
  const wallet = await findSuccessor(tx, projectId, walletAddress)
  if (wallet === undefined) return undefined
  return {
    walletAddress,
    tokens: wallet.tokens,
    subject: { kind: 'successor', project_id: projectId, wallet_address: walletAddress },
    done: wallet.successor === successor ? `This wallet has ${nameOf(successor)} already` : null,
    check: () => requireNoChain(tx, projectId, walletAddress, successor),
    apply: () => setSuccessor(tx, projectId, walletAddress, successor),
    entry: {
      action: 'wallet.successor',
      object: 'wallet',
      objectId: walletAddress,
      before: { successor: wallet.successor },
      after: { successor },
    },
  }
}

const nameOf = (successor: string | null) =>
  successor === null ? 'no successor' : `the successor ${successor}`

/** @throws HttpError 409 if what is owed would go on from one successor to another, or in a circle */
async function requireNoChain(
  tx: Tx,
  projectId: string,
  walletAddress: string,
  successor: string | null,
): Promise<void> {
  if (successor === null) return
  const next = (await findSuccessor(tx, projectId, successor))?.successor ?? null
  if (next !== null)
    throw conflict(
      `${successor} has a successor itself, ${next}: name that one, or remove it first`,
    )
  const [predecessor] = await listPredecessors(tx, projectId, walletAddress)
  if (predecessor !== undefined)
    throw conflict(`This wallet is the successor of ${predecessor}: change that one first`)
}

/** Makes a correction that was checked, with its entry in the audit log and its news to admins. */
export async function makeCorrection(
  tx: Tx,
  source: AuditSource,
  { walletAddress, apply, entry, ...correction }: Correction,
  { author, projectId }: { author: Author; projectId: string },
): Promise<void> {
  const { now, actor } = source
  const tokens = trimDecimal(correction.tokens)
  await apply(author, now)
  await recordAudit(tx, source, {
    ...entry,
    projectId,
    after: {
      ...entry.after,
      tokens,
      wallet_address: walletAddress,
      reason: author.reason,
      ...(actor.id === author.id ? {} : { requested_by: author.email }),
    },
  })
  await addProjectEvents(tx, {
    kind: 'corrected',
    projectId,
    key: `${entry.action} ${entry.objectId} ${now.toISOString()}`,
    data: {
      action: entry.action,
      object_id: String(entry.objectId),
      tokens,
      wallet_address: walletAddress,
      by: author.email,
    },
    authorId: author.id,
    onlyAdmins: true,
    now,
  })
}
