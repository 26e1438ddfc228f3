import { mayCredit, requireProject } from '#server/auth/access.ts'
import { lockUser } from '#server/db/accounts/users.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { readProject } from '#server/db/projects/project-settings.ts'
import { insertApproval } from '#server/db/records/approvals.ts'
import { parseId } from '#server/db/records/ids.ts'
import { readCredit } from '#server/db/records/manual-transactions.ts'
import { readTransaction } from '#server/db/records/transaction-details.ts'
import { findWallet } from '#server/db/records/wallets.ts'
import { forbidden, invalidInput, notFound } from '#server/http/errors.ts'
import { idempotent } from '#server/routes/idempotency.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { exceedsDecimal } from '#src/domain/money/decimals.ts'
import type { Approval } from '#src/wire/approval.ts'
import { withExplorerLink } from './explorer-links.ts'
import { presentManualTransaction } from './manual-transactions.ts'
import {
  makeCorrection,
  prepareCorrection,
  type CorrectionKind,
  type CorrectionSubject,
} from './prepare-correction.ts'
import { requestApproval, requireNoRequest } from './request-approval.ts'
import { presentTransaction } from './transactions.ts'
import { presentWallet } from './wallets.ts'

type Call = 'voidTransaction' | 'restoreTransaction' | 'reverseManualTransaction' | 'setSuccessor'

// No record has it.
const NO_ID = 0

export function correctionRoutes(api: Api): void {
  route(api, 'voidTransaction', (context) => correctPurchase(context, 'void'))
  route(api, 'restoreTransaction', (context) => correctPurchase(context, 'restore'))

  route(api, 'reverseManualTransaction', (context) => {
    const { project_id } = context.params
    const reversed_id = parseId(context.params.id) ?? NO_ID
    return correct(context, 'reverse', { project_id, reversed_id }, async (tx) =>
      presentManualTransaction(await readCredit(tx, reversed_id)),
    )
  })

  route(api, 'setSuccessor', (context) => {
    const { params, body } = context
    const { project_id } = params
    const wallet_address = params.wallet_address.toLowerCase()
    const successor = body.wallet_address?.toLowerCase() ?? null
    if (successor === wallet_address)
      throw invalidInput('body.wallet_address', 'Must be another wallet than this one')
    return correct(context, 'successor', { project_id, wallet_address, successor }, async (tx) => {
      const row = await findWallet(tx, project_id, wallet_address)
      if (row === undefined) throw notFound()
      return presentWallet(row)
    })
  })
}

function correctPurchase(
  context: Context<'voidTransaction'> | Context<'restoreTransaction'>,
  kind: 'void' | 'restore',
) {
  const { project_id } = context.params
  const transaction_id = parseId(context.params.id) ?? NO_ID
  return correct(context, kind, { project_id, transaction_id }, async (tx) =>
    withExplorerLink(tx, presentTransaction(await readTransaction(tx, transaction_id))),
  )
}

/**
 * Corrects a record, or requests it if a second person has to approve it. One that is as requested stays.
 * @param read the record afterwards
 */
async function correct<Row extends object>(
  context: Context<Call>,
  kind: CorrectionKind,
  subject: CorrectionSubject,
  read: (tx: Tx) => Promise<Row>,
): Promise<Row | { approval: Approval }> {
  const { actor, db, reply, body, now } = context
  const projectId = subject.project_id
  await requireProject(db, actor, projectId)
  const author = { id: actor.id, email: actor.email, reason: body.reason }
  const statusOf = (response: Row | { approval: Approval }) => ('approval' in response ? 202 : 200)
  const work = async (tx: Tx) => {
    const person = await lockUser(tx, actor.id)
    // Read again: the account may have changed while this waited.
    if (!person || !(await mayCredit(tx, person, projectId))) throw forbidden()
    const correction = await prepareCorrection(tx, kind, subject)
    if (correction === undefined) throw notFound()
    if (correction.done !== null) return read(tx)
    await correction.check?.()
    await requireNoRequest(tx, correction.subject, now)
    if (!(await needsSecondPerson(tx, kind, projectId, correction.tokens))) {
      await makeCorrection(tx, context, correction, { author, projectId })
      return read(tx)
    }
    const request = {
      kind,
      project_id: projectId,
      wallet_address: correction.walletAddress,
      tokens: correction.tokens,
      reason: body.reason,
      transaction_id: subject.transaction_id ?? null,
      reversed_id: subject.reversed_id ?? null,
      successor: subject.successor ?? null,
      requester_id: actor.id,
      requester: actor.email,
    }
    return requestApproval(tx, context, await insertApproval(tx, request, now))
  }
  const response = await idempotent(context, work, { statusOf })
  void reply.code(statusOf(response))
  return response
}

/** A successor also gets what the wallet is owed later, so its present tokens are no measure. */
async function needsSecondPerson(
  tx: Tx,
  kind: CorrectionKind,
  projectId: string,
  tokens: string,
): Promise<boolean> {
  const { credit_approval_over: limit } = await readProject(tx, projectId)
  return limit !== null && (kind === 'successor' || exceedsDecimal(tokens, limit))
}
