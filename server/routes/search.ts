import { visibleProjects } from '#server/auth/access.ts'
import { incrementLoadCounter } from '#server/db/rate-counters.ts'
import { search, type Found, type FoundWallet } from '#server/db/search.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import { canSeeFinance } from '#src/domain/roles.ts'
import { MAX_RESULTS, type SearchResult } from '#src/wire/search.ts'
import { presentBonusCode } from './bonus-codes.ts'
import { presentLead } from './leads.ts'
import { route, type Api } from './route.ts'
import { presentTransaction } from './transactions.ts'
import { presentWallet } from './wallets.ts'

const WINDOW_MS = 60_000
const MOST_PER_WINDOW = 60

export function searchRoutes(api: Api): void {
  route(api, 'search', async ({ body, actor, db, readDb, now }) => {
    // Of the person, not of the session: another sign-in does not raise it.
    const { count, windowEndsAt } = await incrementLoadCounter(
      db,
      `search:${actor.id}`,
      WINDOW_MS,
      now,
    )
    if (count > MOST_PER_WINDOW) throw tooManyRequests(windowEndsAt.getTime() - now.getTime())
    const projects = await visibleProjects(db, actor, body.projects)
    const hasFinance = canSeeFinance(actor.role)
    const found = await search(readDb, projects, body.q, { limit: MAX_RESULTS, hasFinance })
    return { results: presentFound(found) }
  })
}

function presentFound({ wallets, transactions, bonusCodes, leads }: Found): SearchResult[] {
  const results: SearchResult[] = [
    ...wallets.map(presentFoundWallet),
    ...transactions.map(presentTransaction).map((detail) => ({
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

function presentFoundWallet({ purchase_count: purchases, ...row }: FoundWallet): SearchResult {
  const wallet = presentWallet(row)
  return {
    kind: 'wallet',
    ...placeOf({ ...wallet, id: wallet.wallet_address }),
    title: wallet.wallet_address,
    detail: { ...wallet, purchases },
  }
}

const placeOf = (record: { project_id: string; id: string; created_at: string }) => ({
  project_id: record.project_id,
  id: record.id,
  at: record.created_at,
})
