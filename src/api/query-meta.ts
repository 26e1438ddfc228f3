import type { ZodMiniType } from 'zod/mini'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * The wire schema of an answer that may be kept on the device (of one page, for an infinite
       * list). Without it nothing of the query leaves memory.
       */
      keep?: ZodMiniType
      /** A paged list: on a refresh it starts over by itself instead of fetching all its pages anew. */
      startsOver?: true
    }
  }
}
