import { useListParams } from '#src/records/list/use-list-params.ts'
import type { ListFilter, ListSort } from '#src/records/record-definition.ts'
import { readPeriod, withPeriod, type ListPeriod } from './list-period.ts'
import { readFilters, readSort, withFilter, withSort } from './list-query.ts'

/**
 * The values of a list's filters, its period and its order, kept in the page's URL.
 * @param path of the list's call
 * @param isPart the list is a part of its page, which stays where it is
 */
export function useListFilters(
  path: string,
  filters: readonly ListFilter[],
  sorts: readonly ListSort[],
  isPart = false,
) {
  const [params, change] = useListParams(path, isPart)
  return {
    values: readFilters(filters, params),
    choose: (name: string, values: readonly string[]) =>
      change((before) =>
        filters
          .filter((filter) => filter.name === name)
          .reduce((all, filter) => withFilter(all, filter, values), before),
      ),
    period: readPeriod(params),
    choosePeriod: (period: ListPeriod | null) => change((before) => withPeriod(before, period)),
    clear: () =>
      change((before) =>
        filters.reduce((all, filter) => withFilter(all, filter, []), withPeriod(before, null)),
      ),
    sort: readSort(sorts, params),
    sortBy: (sort: ListSort) => change((before) => withSort(before, sorts, sort)),
  }
}
