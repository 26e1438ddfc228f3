import * as z from 'zod/mini'
import { projectsParam, queryInteger } from './query-params.ts'

export const PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100
export const MAX_PAGE = 999_999

/** The query params that every paged list takes. */
export const pageParams = {
  projects: projectsParam,
  page: z._default(queryInteger(1, MAX_PAGE), 1),
  limit: z._default(queryInteger(1, MAX_PAGE_SIZE), PAGE_SIZE),
}

/** A page of rows, newest first; there is no total. */
export function pageSchema<Row extends z.core.SomeType>(row: Row) {
  return z.object({ results: z.array(row), page: z.int(), limit: z.int() })
}

export interface Page<Row> {
  results: Row[]
  page: number
  limit: number
}
