import { queryOptions } from '@tanstack/react-query'
import { queryOf, send } from '#src/api/http.ts'
import { chainPaymentCalls, chainSummariesSchema } from '#src/wire/chain-payments.ts'
import { figuresSchema, periodQuery } from './period-query.ts'
import type { PeriodSelection } from './period-request.ts'

const { sumProofs } = chainPaymentCalls

/** Chains prove purchases that are in the figures already. */
const FRESH_MS = 30_000
const keptProofs = figuresSchema({ summaries: chainSummariesSchema })

/** What the chains say of the purchases of the period, by project. */
export function proofQuery(selection: PeriodSelection) {
  return periodQuery({
    path: sumProofs.path,
    selection,
    schema: keptProofs,
    fetch: async ({ rangeQuery }, signal) => ({
      summaries: await send(sumProofs, { query: rangeQuery }, { signal }),
    }),
    freshMs: FRESH_MS,
  })
}

/** All time, for every purchase that a server can store. */
const ALL_TIME = { start_date: '0001-01-01T00:00:00.000Z', end_date: '9999-12-31T23:59:59.999Z' }

/** What the chains say of all purchases of these projects, and the payments without one, by project. */
export function allProofsQuery(projects: readonly string[]) {
  return queryOptions({
    ...queryOf(sumProofs, { query: { ...ALL_TIME, projects: projects.toSorted() } }),
    meta: { keep: sumProofs.response },
  })
}
