import type { Query } from '#src/api/address.ts'
import type { RecordFilter } from './record-definition.ts'
import { useListParams } from './use-list-params.ts'

const NO_QUERY: Query = {}

/**
 * The chosen option of a list's single filter, kept in the page's URL.
 * @param path of the list's call
 */
export function useListFilter(path: string, filter: RecordFilter | undefined) {
  const [params, change] = useListParams(path)
  const options = filter?.options ?? []
  const chosen =
    options.find(({ value }) => value === params.get(filter?.name ?? '')) ?? options.at(0)
  return {
    value: chosen?.value ?? '',
    query: chosen?.query ?? NO_QUERY,
    choose: (value: string) => {
      if (filter === undefined) return
      change((before) => {
        const after = new URLSearchParams(before)
        if (value === options.at(0)?.value) after.delete(filter.name)
        else after.set(filter.name, value)
        return after
      })
    },
  }
}
