import type { QueryKey } from '@tanstack/react-query'
import type { ZodMiniType } from 'zod/mini'

/**
 * What another answer knows of this query, for a device that has none of its own: it is shown until
 * the server has answered.
 */
export interface StandIn {
  /** Whether an answer under that key can be made into one of this query. */
  accepts: (key: QueryKey) => boolean
  /** Makes it, from data that the query's own schema has found to be sound. */
  adapt: (data: unknown) => unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * The wire schema of an answer that may be kept on the device (of one page, for an infinite
       * list). Without it nothing of the query leaves memory.
       */
      keep?: ZodMiniType
      standIn?: StandIn
      /** A paged list: on a refresh it starts over by itself instead of fetching all its pages anew. */
      startsOver?: true
    }
  }
}
