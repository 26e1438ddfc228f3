import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import {
  dismissPayment,
  findPayment,
  listPayments,
  lockPayment,
  sumPayments,
  type ChainPaymentRow,
} from '#server/db/chain/payments.ts'
import { parseId } from '#server/db/records/ids.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { idempotent } from '#server/routes/idempotency.ts'
import { route, type Api } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { groupDecimal } from '#src/domain/money/money.ts'
import type { ChainPayment } from '#src/wire/chain-payments.ts'

// No payment and no project have them.
const [NO_ID, NO_PROJECT] = [0, '']

export function chainPaymentRoutes(api: Api): void {
  route(api, 'listChainPayments', async ({ actor, db, readDb, query }) => {
    const { page, limit, state, noted } = query
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await listPayments(readDb, projects, state, { page, limit }, noted)
    const results = rows.map(presentPayment)
    if (page > 1) return { results, page, limit }
    const { scanned_at, counts, sums } = await sumPayments(readDb, projects, state)
    return {
      results,
      page,
      limit,
      scanned_at: scanned_at?.toISOString() ?? null,
      counts,
      sums: sums.map((sum) => ({ ...sum, amount: trimDecimal(sum.amount) })),
    }
  })

  route(api, 'dismissChainPayment', async (context) => {
    const { actor, db, params, body, now } = context
    const found = await findPayment(db, parseId(params.id) ?? NO_ID)
    // An absent payment takes as long as one of a foreign project.
    await requireProject(db, actor, found?.project_id ?? NO_PROJECT)
    if (found === undefined) throw notFound()
    return idempotent(context, async (tx) => {
      const payment = await lockPayment(tx, found.id)
      if (payment === undefined)
        throw conflict('This payment is no longer on the chain, which was reorganised')
      if (payment.state === 'matched')
        throw conflict('A purchase names this payment now, so there is nothing to dismiss')
      if (payment.state === 'dismissed') {
        if (payment.dismissed_reason === body.reason) return presentPayment(payment)
        throw conflict('This payment was dismissed already, with another reason')
      }
      const dismissal = {
        dismissed_at: now,
        dismissed_by: actor.email,
        dismissed_reason: body.reason,
      }
      await dismissPayment(tx, payment.id, dismissal)
      await recordAudit(tx, context, {
        action: 'chain_payment.dismiss',
        object: 'chain_payment',
        objectId: payment.id,
        projectId: payment.project_id,
        before: { state: 'open' },
        after: {
          paid: `${groupDecimal(withCents(payment.amount))} ${payment.token}`,
          reason: body.reason,
          transaction_hash: payment.transaction_hash,
          payer: payment.payer,
        },
      })
      return presentPayment({ ...payment, ...dismissal, state: 'dismissed' })
    })
  })
}

/** An exact amount with 2 decimals at least. */
function withCents(amount: string): string {
  const [whole = '0', fraction = ''] = trimDecimal(amount).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

function presentPayment(row: ChainPaymentRow): ChainPayment {
  const { id, at, amount, transaction_id, dismissed_at, explorer_url: explorer, ...rest } = row
  return {
    ...rest,
    id: String(id),
    at: at.toISOString(),
    amount: trimDecimal(amount),
    transaction_id: transaction_id === null ? null : String(transaction_id),
    dismissed_at: dismissed_at?.toISOString() ?? null,
    explorer_url: explorer === null ? null : `${explorer}/tx/${row.transaction_hash}`,
  }
}
