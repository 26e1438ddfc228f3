import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import { figuresSchema, periodQuery, type PeriodFigures } from '#src/figures/period-query.ts'
import type { PeriodSelection, ResolvedQuery } from '#src/figures/period-request.ts'
import { ApiError } from '#src/session/api-error.ts'
import { serverNow } from '#src/state/clock.ts'
import type { RangeQuery } from '#src/wire/analytics.ts'
import {
  settlementCalls,
  settlementSchema,
  type Settlement,
  type Statement,
} from '#src/wire/settlement.ts'

const { getSettlement } = settlementCalls

interface SettlementFigures {
  /** When they were requested, by the server's clock: the server computed them at this time or later. */
  computedAt: number
  figures: Settlement
}

/** Figures and the period that they are of: as they are now, or as a statement saved them. */
export interface DatedFigures {
  figures: Settlement
  resolvedQuery: Pick<ResolvedQuery, 'range' | 'zone'>
  /** The terms of purchases from before their history: "today's terms" unless they were saved. */
  presentTerms?: string
}

/** The figures of a project, and the period that they are of. Instants in ms. */
export type SettlementResult = SettlementFigures & PeriodFigures

const shape = { computedAt: z.number(), figures: settlementSchema }

async function fetchFigures(
  projectId: string,
  { start_date, end_date, tz }: Pick<RangeQuery, 'start_date' | 'end_date' | 'tz'>,
  signal: AbortSignal,
): Promise<SettlementFigures> {
  const computedAt = serverNow()
  const query = { projects: [projectId], start_date, end_date, tz }
  const settlements = await send(getSettlement, { query }, { signal })
  const figures = Object.hasOwn(settlements, projectId) ? settlements[projectId] : undefined
  if (figures === undefined) throw new ApiError({ kind: 'shape' })
  return { computedAt, figures }
}

/** Matches every settlement. */
export const SETTLEMENTS_KEY = [getSettlement.path] as const

const FRESH_MS = 30_000
const keptSettlement = figuresSchema(shape)
const keptFigures = z.object(shape)

/** The settlement of a project, which is the only one of the selection. */
export function settlementQuery(projectId: string, selection: PeriodSelection) {
  return periodQuery({
    path: getSettlement.path,
    selection,
    schema: keptSettlement,
    fetch: ({ rangeQuery }, signal) => fetchFigures(projectId, rangeQuery, signal),
    freshMs: FRESH_MS,
  })
}

/** The figures of a saved statement's period as they are now. */
export function statementNowQuery(statement: Statement) {
  return queryOptions({
    queryKey: [getSettlement.path, { statement: statement.id }],
    queryFn: ({ signal }) => fetchFigures(statement.project_id, statement, signal),
    meta: { keep: keptFigures },
  })
}
