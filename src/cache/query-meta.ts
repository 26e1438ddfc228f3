import type { QueryKey } from '@tanstack/react-query'
import type { ZodMiniType } from 'zod/mini'

/**
 * Derives this query's data from another query's, for a device without its own: it is shown until
 * the server responds.
 */
export interface StandIn {
  /** Whether data under that key can be converted. */
  accepts: (key: QueryKey) => boolean
  /** Converts data that the other query's schema has validated. */
  adapt: (data: unknown) => unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * The wire schema of data that may be persisted on the device (of one page, for an infinite
       * list). Without it the query stays in memory.
       */
      keep?: ZodMiniType
      standIn?: StandIn
      /** Refetched every few seconds: its fetches are not shown as an update. */
      isPolled?: true
      /** Changes rarely: its age is not the age of the page. */
      isUndated?: true
      /** Of the figures of a period: fetches them as of an instant (epoch ms), for all on screen together. */
      fetchAt?: (asOf: number, signal: AbortSignal) => Promise<unknown>
      /** A paged list: a refresh starts it over instead of refetching all its pages. */
      startsOver?: true
    }
  }
}
