import { queryOf } from '#src/api/http.ts'
import { allocationListCalls } from '#src/wire/allocation-lists.ts'

const { getAllocationProof } = allocationListCalls

/** The Merkle proof of a wallet of a list. Neither ever changes, so it is fetched once and has no age. */
export const allocationProof = (listId: string, wallet: string) => ({
  ...queryOf(getAllocationProof, { params: { id: listId, wallet_address: wallet } }),
  staleTime: Infinity,
  meta: { keep: getAllocationProof.response, isUndated: true as const },
})
