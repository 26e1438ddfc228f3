import type { ListFilter, ListSort } from '#src/records/record-definition.ts'
import type { Query } from '#src/session/address.ts'
import { periodQuery, type ListPeriod } from './list-period.ts'

/** The chosen values of each filter that has some, by the filter's name. */
export type FilterValues = ReadonlyMap<string, readonly string[]>

const SORT = 'sort'
const ORDER = 'order'

const paramOf = ({ name, options }: ListFilter, value: string) =>
  options.find((option) => option.value === value)?.param ?? name

/** The parameters of the URL that have a filter's values. */
function paramsOf({ name, options }: ListFilter): string[] {
  return [...new Set([name, ...options.map(({ param = name }) => param)])]
}

/** The values that a URL chooses, without those that the API call would refuse. */
export function readFilters(filters: readonly ListFilter[], params: URLSearchParams): FilterValues {
  const values = new Map<string, readonly string[]>()
  for (const filter of filters) {
    const { name, isSingle, isOne, accepts } = filter
    const all = paramsOf(filter).flatMap((param) =>
      params.getAll(param).filter((value) => paramOf(filter, value) === param),
    )
    const chosen = [...new Set(isSingle || isOne ? all.slice(0, 1) : all)].filter(
      (value) => value !== '' && (accepts?.(value) ?? true),
    )
    if (chosen.length > 0) values.set(name, chosen)
  }
  return values
}

/** The parameters with these values of one filter. */
export function withFilter(
  params: URLSearchParams,
  filter: ListFilter,
  values: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const param of paramsOf(filter)) next.delete(param)
  for (const value of values) next.append(paramOf(filter, value), value)
  return next
}

/** The order that a URL chooses: the default one unless the list has it. */
export function readSort(
  sorts: readonly ListSort[],
  params: URLSearchParams,
): ListSort | undefined {
  const by = params.get(SORT)
  const order = params.get(ORDER)
  return (
    sorts.find((sort) => sort.by === by && (order === null || sort.order === order)) ?? sorts[0]
  )
}

/** The parameters with this order. The default one leaves the URL as it is. */
export function withSort(
  params: URLSearchParams,
  sorts: readonly ListSort[],
  { by, order }: ListSort,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const isDefault = by === sorts[0]?.by && order === sorts[0].order
  for (const [name, value] of [
    [SORT, by],
    [ORDER, order],
  ] as const) {
    if (isDefault) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/**
 * The order after a press on a column's header: its next one, or its first one. After its last one
 * comes the default order, if no column shows that.
 */
export function nextSort(
  sorts: readonly ListSort[],
  current: ListSort | undefined,
  column: string,
): ListSort | undefined {
  const own = sorts.filter((sort) => sort.column === column)
  const next = own[own.findIndex((sort) => sort === current) + 1]
  const [standard] = sorts
  return next ?? (standard?.column === null ? standard : own[0])
}

/** The query of a list's call, without its page and projects. */
export function toListQuery(state: {
  /** The parameter and the text of a search. */
  search: readonly [param: string, text: string] | null
  filters: readonly ListFilter[]
  values: FilterValues
  /** All time if null. Its days are those of `zone`. */
  period: ListPeriod | null
  zone: string
  sorts: readonly ListSort[]
  sort: ListSort | undefined
}): Query {
  const { search, filters, values, period, sorts, sort } = state
  const query: Query = period === null ? {} : periodQuery(period, state.zone)
  for (const { name, toQuery } of filters) {
    // In the same order for the same values, so that they are the same list.
    const chosen = values.get(name)?.toSorted()
    if (chosen) Object.assign(query, toQuery?.(chosen) ?? { [name]: chosen })
  }
  if (sort !== undefined && sort !== sorts[0])
    Object.assign(query, { sort: sort.by, order: sort.order })
  if (search !== null) query[search[0]] = search[1]
  return query
}

/** The filters that apply and that a button clears: a single choice shows how to leave it. */
export function filtersToClear(
  filters: readonly ListFilter[],
  values: FilterValues,
): readonly ListFilter[] {
  return filters.filter(({ name, isSingle }) => !isSingle && values.has(name))
}

/**
 * The labels of a filter's chosen values, each once: several spellings may have one. A value of a link
 * that is no option is its own.
 */
export function labelsOf({ name, options }: ListFilter, values: FilterValues): readonly string[] {
  const chosen = values.get(name) ?? []
  const labelOf = new Map(options.map(({ value, label }) => [value, label]))
  return [...new Set(chosen.map((value) => labelOf.get(value) ?? value))]
}

/** "status Failed or Expired, stage Stage 5"; a switch is named by its option alone. */
export function describeFilters(filters: readonly ListFilter[], values: FilterValues): string {
  return filters
    .flatMap((filter) => {
      const labels = labelsOf(filter, values)
      const text = joinAlternatives(labels)
      if (text === '') return []
      return [filter.isSwitch ? text : `${filter.label.toLowerCase()} ${text}`]
    })
    .join(', ')
}

function joinAlternatives(labels: readonly string[]): string {
  const last = labels.at(-1) ?? ''
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(', ')} or ${last}`
}
