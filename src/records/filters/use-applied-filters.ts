import { validateSearch } from '#src/domain/sale/search-rules.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import type { ListFilter, RecordDefinition } from '#src/records/record-definition.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'
import type { Query } from '#src/session/address.ts'
import { describePeriod, readPeriod } from './list-period.ts'
import { describeFilters, readFilters, toListQuery } from './list-query.ts'

/**
 * What narrows the list of the page, for a part of the page that follows it: the query of its call
 * without order and projects, and how it reads ("" for all rows).
 */
export function useAppliedFilters<T>(
  { search: fields = [] }: Pick<RecordDefinition<T>, 'search'>,
  filters: readonly ListFilter[],
): { query: Query; text: string } {
  const [params] = useUrlParams()
  const zone = deviceZone()
  const values = readFilters(filters, params)
  const period = readPeriod(params)
  const [search] = fields.flatMap(({ name, param = name }) => {
    const text = (params.get(name) ?? '').trim()
    return text === '' || validateSearch(name, text) !== null ? [] : [[param, text] as const]
  })
  const parts = [
    period === null ? '' : describePeriod(period, zone),
    describeFilters(filters, values),
    search === undefined ? '' : `“${search[1]}”`,
  ]
  const state = { search: search ?? null, filters, values, period, zone }
  return {
    query: toListQuery({ ...state, sorts: [], sort: undefined }),
    text: parts.filter((part) => part !== '').join(', '),
  }
}
