import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import type { PagedListSource } from '#src/records/list/use-paged-list.ts'
import { allocationListCalls } from '#src/wire/allocation-lists.ts'
import { allocationCalls, type Allocation } from '#src/wire/allocations.ts'

const { getAllocationSummary, listAllocations } = allocationCalls
const { getAllocationDifference } = allocationListCalls

/** What a project owes now. */
export function allocationSummary(projectId: string) {
  return queryOptions({
    ...queryOf(getAllocationSummary, { query: { project_id: projectId } }),
    meta: { keep: getAllocationSummary.response },
  })
}

/** What has changed since a list: its sums, and as few rows as the call allows. */
export function changedSince(listId: string) {
  return queryOptions({
    ...queryOf(getAllocationDifference, { params: { id: listId }, query: { page: 1, limit: 1 } }),
    meta: { keep: getAllocationDifference.response },
  })
}

/** What each wallet of a project is owed. */
export const allocationSource: PagedListSource<Allocation> = {
  call: listAllocations,
  idOf: ({ wallet_address: address }) => address,
  isOfOneProject: true,
}
