import * as z from 'zod/mini'
import { countSchema, decimalSchema, instantSchema } from './primitives.ts'
import { projectsParam, queryInteger } from './query-params.ts'

export const PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100
export const MAX_PAGE = 999_999

/** The page of a list. */
export const pagingParams = {
  page: z._default(queryInteger(1, MAX_PAGE), 1),
  limit: z._default(queryInteger(1, MAX_PAGE_SIZE), PAGE_SIZE),
}

/** The query params that every paged list of several projects takes. */
export const pageParams = { projects: projectsParam, ...pagingParams }

/** The rows that a list and its total and its CSV hold, by `created_at`: from `start_date` on, before `end_date`. */
export const periodParams = {
  start_date: z.optional(instantSchema),
  end_date: z.optional(instantSchema),
}

/** Checks an object with `periodParams`. */
export const periodInOrder = z.refine<{
  start_date?: string | undefined
  end_date?: string | undefined
}>(
  ({ start_date: start, end_date: end }) =>
    start === undefined || end === undefined || Date.parse(start) <= Date.parse(end),
  { error: 'Must not be before start_date', path: ['end_date'] },
)

/**
 * All rows of a list's filters. `usd` and `tokens` are exact sums: of purchases those that count, of
 * credits those that were not reversed. Null where a list has no such amount.
 */
export const totalSchema = z.object({
  rows: countSchema,
  usd: z.nullable(decimalSchema),
  tokens: z.nullable(decimalSchema),
})
export type Total = z.infer<typeof totalSchema>

/** A CSV has no more rows: 413 says how to narrow it. */
export const MAX_EXPORT_ROWS = 1_000_000

export const SORT_ORDERS = ['asc', 'desc'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** The order of a list: by one of these columns, descending unless the query has the other. */
export const orderParams = <const Column extends string>(
  columns: readonly Column[],
  first: NoInfer<Column>,
) => ({
  sort: z._default(z.enum(columns), first),
  order: z._default(z.enum(SORT_ORDERS), 'desc'),
})

/** A page of rows, newest first; there is no total. */
export function pageSchema<Row extends z.core.SomeType>(row: Row) {
  return z.object({ results: z.array(row), page: z.int(), limit: z.int() })
}

export interface Page<Row> {
  results: Row[]
  page: number
  limit: number
}
