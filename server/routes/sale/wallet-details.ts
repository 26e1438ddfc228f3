import { requireProject } from '#server/auth/access.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import type { Reader } from '#server/auth/reading-keys.ts'
import type { Db } from '#server/db/engine/open.ts'
import { listExplorers } from '#server/db/projects/projects.ts'
import { readTimelineRecords } from '#server/db/records/timeline-records.ts'
import {
  hasWallet,
  listLeadsOf,
  readWalletDetails,
  type WalletKey,
  type WalletTotalsRow,
} from '#server/db/records/wallet-details.ts'
import { listTimeline } from '#server/db/records/wallet-timeline.ts'
import { notFound } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { TIMELINE_KINDS, type WalletDetails } from '#src/wire/wallet-details.ts'
import { presentLead } from './leads.ts'
import { presentTimelineEntry } from './present-timeline-entry.ts'
import { presentWallet } from './wallets.ts'

// A page shows what its reader has just changed, so it is read from the primary.
export function walletDetailRoutes(api: Api): void {
  route(api, 'getWallet', async ({ params, actor, db }) => {
    const key = await requireWallet(db, actor, params)
    const details = await readWalletDetails(db, key)
    if (details === undefined) throw notFound()
    // Leads are a scope of their own.
    const seesLeads = actor.id !== null || actor.scopes.includes('leads')
    const leads = seesLeads ? await listLeadsOf(db, key) : []
    return {
      wallet: presentWallet(details.wallet),
      origin: { registration: details.registration, first_purchase: details.firstPurchase },
      totals: presentTotals(details.totals),
      leads: leads.map(presentLead),
    }
  })

  route(api, 'listTimeline', async ({ params, query, actor, db }) => {
    const { page, limit } = query
    const key = await requireWallet(db, actor, params)
    const chosen = query.kinds.length === 0 ? TIMELINE_KINDS : [...new Set(query.kinds)]
    // No scope of a key holds notes.
    const kinds = actor.id === null ? chosen.filter((kind) => kind !== 'note') : chosen
    const places = await listTimeline(db, key, kinds, { page, limit })
    const [records, explorers] = await Promise.all([
      readTimelineRecords(db, key.projectId, places),
      listExplorers(db, [key.projectId]),
    ])
    const own = explorers.get(key.projectId) ?? []
    // A record may have been deleted since the page was read.
    const results = places.flatMap((place) => presentTimelineEntry(place, records, own) ?? [])
    return { results, page, limit }
  })
}

/**
 * A foreign wallet is looked up too, and nothing more is read before the project is checked: it takes as
 * long as an absent one.
 * @throws HttpError 404 for an absent wallet or project and for a foreign project, alike
 */
async function requireWallet(
  db: Db,
  actor: Actor | Reader,
  params: { project_id: string; wallet_address: string },
): Promise<WalletKey> {
  const key = {
    projectId: params.project_id,
    walletAddress: params.wallet_address.toLowerCase(),
  }
  const isThere = await hasWallet(db, key)
  await requireProject(db, actor, key.projectId)
  if (!isThere) throw notFound()
  return key
}

function presentTotals(row: WalletTotalsRow): WalletDetails['totals'] {
  return {
    ...row,
    paid_usd: trimDecimal(row.paid_usd),
    under_way_usd: trimDecimal(row.under_way_usd),
    failed_usd: trimDecimal(row.failed_usd),
    referral_payouts_usd: trimDecimal(row.referral_payouts_usd),
    tokens_bought: trimDecimal(row.tokens_bought),
    bonus_tokens: trimDecimal(row.bonus_tokens),
    credited_tokens: trimDecimal(row.credited_tokens),
  }
}
