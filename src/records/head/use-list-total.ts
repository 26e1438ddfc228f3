import { useQuery } from '@tanstack/react-query'
import { useFeature } from '#src/api/features.ts'
import { send } from '#src/api/http.ts'
import type { ListHeadDefinition } from '#src/records/record-definition.ts'
import type { Query } from '#src/session/address.ts'
import { totalSchema } from '#src/wire/paging.ts'

/** Stands in the query key of each total of a list. */
export const TOTAL = { part: 'total' }

/** The filters of a list without its order, which its total does not depend on. */
function filtersOf({ sort: _sort, order: _order, ...query }: Query): Query {
  return query
}

/**
 * How many rows a list has and what they come to. Its key starts with the list's path, so that it is
 * fetched again with the list.
 * @param head undefined for a list without a total, which requests nothing
 * @param path of the list's call
 */
export function useListTotal(
  head: ListHeadDefinition | undefined,
  path: string,
  query: Query,
  projects: readonly string[],
) {
  const hasExports = useFeature('exports', head !== undefined)
  const filters = { ...filtersOf(query), projects: projects.toSorted() }
  const isNeeded = head !== undefined && hasExports
  const total = useQuery({
    queryKey: [path, { ...TOTAL, ...filters }],
    queryFn: ({ signal }) => {
      if (head === undefined) throw new Error('A list without a total')
      return send(head.total, { query: filters }, { signal })
    },
    enabled: isNeeded && projects.length > 0,
    // As its list, which starts over with each visit.
    staleTime: 0,
    meta: { keep: totalSchema },
  })
  return isNeeded ? { head, filters, query: total } : null
}
