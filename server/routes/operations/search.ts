import { visibleProjects } from '#server/auth/access.ts'
import { search, type Found } from '#server/db/records/search.ts'
import type { WalletListRow } from '#server/db/records/wallets.ts'
import { presentBonusCode } from '#server/routes/campaigns/bonus-codes.ts'
import { requireLoadLimit } from '#server/routes/load-limit.ts'
import { route, type Api } from '#server/routes/route.ts'
import { withExplorerLinks } from '#server/routes/sale/explorer-links.ts'
import { presentLead } from '#server/routes/sale/leads.ts'
import { presentTransaction } from '#server/routes/sale/transactions.ts'
import { presentWallet } from '#server/routes/sale/wallets.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import { MAX_RESULTS, type SearchResult } from '#src/wire/search.ts'
import type { Transaction } from '#src/wire/transactions.ts'

export function searchRoutes(api: Api): void {
  route(
    api,
    'search',
    async ({ body, actor, db, readDb, now }) => {
      await requireLoadLimit(db, { name: 'search', userId: actor.id }, now)
      const projects = await visibleProjects(db, actor, body.projects)
      const hasFinance = canSeeFinance(actor.role)
      const found = await search(readDb, projects, body.q, { limit: MAX_RESULTS, hasFinance })
      const purchases = found.transactions.map(presentTransaction)
      return { results: presentFound(found, await withExplorerLinks(readDb, purchases)) }
    },
    { writes: false },
  )
}

function presentFound(
  { wallets, bonusCodes, leads }: Found,
  purchases: readonly Transaction[],
): SearchResult[] {
  const results: SearchResult[] = [
    ...wallets.map(presentFoundWallet),
    ...purchases.map((detail) => ({
      kind: 'transaction' as const,
      ...placeOf(detail),
      title: detail.transaction_hash ?? detail.id,
      detail,
    })),
    ...bonusCodes.map(presentBonusCode).map((detail) => ({
      kind: 'bonus_code' as const,
      ...placeOf(detail),
      title: detail.code,
      detail,
    })),
    ...leads.map(presentLead).map((detail) => ({
      kind: 'lead' as const,
      ...placeOf(detail),
      title: detail.email ?? detail.id,
      detail,
    })),
  ]
  return results.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function presentFoundWallet(row: WalletListRow): SearchResult {
  const detail = { ...presentWallet(row), purchases: row.purchases }
  return {
    kind: 'wallet',
    ...placeOf({ ...detail, id: detail.wallet_address }),
    title: detail.wallet_address,
    detail,
  }
}

const placeOf = (record: { project_id: string; id: string; created_at: string }) => ({
  project_id: record.project_id,
  id: record.id,
  at: record.created_at,
})
