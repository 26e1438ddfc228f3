import { requireProject } from '#server/auth/access.ts'
import { findUsualPrice } from '#server/db/ingest/usual-prices.ts'
import { listChatNotices, type NoticeRow } from '#server/db/messages/notices.ts'
import { listExplorers } from '#server/db/projects/projects.ts'
import { parseId } from '#server/db/records/ids.ts'
import { listCreditsOf } from '#server/db/records/manual-transactions.ts'
import { listStatusChanges, type StatusChangeRow } from '#server/db/records/status-changes.ts'
import {
  findTransaction,
  listBonusTransactions,
  listPayoutsOf,
  type PayoutRow,
} from '#server/db/records/transaction-details.ts'
import { notFound } from '#server/http/errors.ts'
import { flag } from '#server/routes/administration/present-project.ts'
import { route, type Api } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { hashLink } from '#src/domain/sale/explorers.ts'
import type { ReferralPayout, SentNotice, StatusChange } from '#src/wire/transaction-details.ts'
import { presentBonusTransaction } from './bonus-transactions.ts'
import { presentManualTransaction } from './manual-transactions.ts'
import { presentTransaction } from './transactions.ts'

/** No record has it. A malformed id is looked up too: it takes as long as an absent one. */
const NO_ID = 0

// A page shows what its reader has just changed, so it is read from the primary.
export function transactionDetailRoutes(api: Api): void {
  route(api, 'getTransaction', async ({ params, actor, db }) => {
    const row = await findTransaction(db, params.project_id, parseId(params.id) ?? NO_ID)
    await requireProject(db, actor, params.project_id)
    if (row === undefined) throw notFound()
    const { status_reason, history_since, country, referrer, utm_source, utm_medium, ...own } = row
    const [bonuses, payouts, credits, history, notices, usualPrice, explorers] = await Promise.all([
      listBonusTransactions(db, row.id),
      listPayoutsOf(db, row.id),
      listCreditsOf(db, row.id),
      listStatusChanges(db, row.id),
      listChatNotices(db, row.project_id, row.id),
      findUsualPrice(db, row.project_id, row.stage_name),
      listExplorers(db, [row.project_id]),
    ])
    return {
      transaction: {
        ...presentTransaction(own),
        status_reason,
        explorer_url: hashLink(explorers.get(row.project_id) ?? [], row),
      },
      origin: { country, referrer, utm_source, utm_medium },
      bonuses: bonuses.map(presentBonusTransaction),
      payouts: payouts.map(presentPayout),
      credits: credits.map(presentManualTransaction),
      history: history.map(presentChange),
      history_since: (history_since ?? row.created_at).toISOString(),
      notices: notices.map(presentNotice),
      usual_price: usualPrice === null ? null : trimDecimal(usualPrice.price),
      usual_price_is_planned: flag(usualPrice?.isPlanned ?? false),
    }
  })
}

export function presentPayout(row: PayoutRow): ReferralPayout {
  return {
    ...row,
    id: String(row.id),
    transaction_id: row.transaction_id === null ? null : String(row.transaction_id),
    amount_before_gas: trimDecimal(row.amount_before_gas),
    created_at: row.created_at.toISOString(),
  }
}

const presentChange = (row: StatusChangeRow): StatusChange => ({
  ...row,
  at: row.at.toISOString(),
})

/** When it was sent or failed; since when it waits. */
function presentNotice({ kind, state, created_at, updated_at }: NoticeRow): SentNotice {
  return {
    at: (state === 'waiting' ? created_at : updated_at).toISOString(),
    channel: kind,
    state,
  }
}
