import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { chainCalls } from '#src/wire/chains.ts'

const { listChains } = chainCalls

/** How often a visible page reads how far the chains are. */
const POLL_MS = 10_000

/** The connected chains of a project, by name. */
export const chainsQuery = (projectId: string) =>
  queryOptions({
    ...queryOf(listChains, { params: { id: projectId } }),
    refetchInterval: POLL_MS,
    meta: { keep: listChains.response, isPolled: true },
  })
