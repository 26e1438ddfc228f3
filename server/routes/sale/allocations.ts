import { requireProject } from '#server/auth/access.ts'
import { findLatestList } from '#server/db/allocations/lists.ts'
import { listAllocations, type AllocationRow } from '#server/db/allocations/page.ts'
import { sumOpen, sumOwed, type OpenSums, type OwedSums } from '#server/db/allocations/summary.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import { route, type Api } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { Allocation, AllocationSummary } from '#src/wire/allocations.ts'
import { presentAllocationList } from './present-allocation-list.ts'

export function allocationRoutes(api: Api): void {
  route(api, 'getAllocationSummary', async ({ actor, db, readDb, query, now }) => {
    const { project_id: projectId } = query
    await requireProject(db, actor, projectId)
    return inSnapshot(readDb, async (tx) => {
      const latest = await findLatestList(tx, projectId)
      return {
        project_id: projectId,
        as_of: now.toISOString(),
        ...presentOwed(await sumOwed(tx, projectId)),
        open: presentOpen(await sumOpen(tx, projectId, now)),
        latest_list: latest ? presentAllocationList(latest) : null,
      }
    })
  })

  route(api, 'listAllocations', async ({ actor, db, readDb, query }) => {
    const { project_id: projectId, page, limit, changed, ...options } = query
    await requireProject(db, actor, projectId)
    const rows = await listAllocations(
      readDb,
      projectId,
      { page, limit },
      { ...options, isChanged: changed === '1' },
    )
    return { results: rows.map(presentAllocation), page, limit }
  })
}

function presentOwed({ top_10, top_100, wallets, ...sums }: OwedSums) {
  return {
    wallets,
    tokens: trimDecimal(sums.tokens),
    purchased: trimDecimal(sums.purchased),
    bonus: trimDecimal(sums.bonus),
    credited: trimDecimal(sums.credited),
    largest: [
      { share_of_wallets: 'top_10', tokens: trimDecimal(top_10) },
      { share_of_wallets: 'top_100', tokens: trimDecimal(top_100) },
    ],
  }
}

const presentOpen = (open: OpenSums): AllocationSummary['open'] => ({
  ...open,
  tokens: trimDecimal(open.tokens),
  approval_tokens: trimDecimal(open.approval_tokens),
  last_purchase_at: open.last_purchase_at?.toISOString() ?? null,
})

const presentAllocation = (row: AllocationRow): Allocation => ({
  wallet_address: row.wallet_address,
  tokens: trimDecimal(row.tokens),
  purchased: trimDecimal(row.purchased),
  bonus: trimDecimal(row.bonus),
  credited: trimDecimal(row.credited),
  listed: row.listed === null ? null : trimDecimal(row.listed),
  difference: row.difference === null ? null : trimDecimal(row.difference),
})
