import type { AllocationListRow } from '#server/db/allocations/lists.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'

export function presentAllocationList(row: AllocationListRow): AllocationList {
  const { claim: _claim, claimed_until: _until, ...list } = row
  return {
    ...list,
    id: String(row.id),
    as_of: row.as_of.toISOString(),
    tokens: row.tokens === null ? null : trimDecimal(row.tokens),
    dust: row.dust === null ? null : trimDecimal(row.dust),
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
  }
}
