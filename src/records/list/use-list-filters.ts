import type { ListFilter, ListSort } from '#src/records/record-definition.ts'
import { readFilters, readSort, withFilter, withSort } from './list-query.ts'
import { useListParams } from './use-list-params.ts'

/**
 * The values of a list's filters and its order, kept in the page's URL.
 * @param path of the list's call
 */
export function useListFilters(
  path: string,
  filters: readonly ListFilter[],
  sorts: readonly ListSort[],
) {
  const [params, change] = useListParams(path)
  return {
    values: readFilters(filters, params),
    choose: (name: string, values: readonly string[]) =>
      change((before) => withFilter(before, name, values)),
    clear: () =>
      change((before) => filters.reduce((all, { name }) => withFilter(all, name, []), before)),
    sort: readSort(sorts, params),
    sortBy: (sort: ListSort) => change((before) => withSort(before, sorts, sort)),
  }
}
