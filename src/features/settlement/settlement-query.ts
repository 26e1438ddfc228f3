import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ApiError } from '#src/api/api-error.ts'
import { send } from '#src/api/http.ts'
import { minDateOf, untilDatesArrive } from '#src/api/projects.ts'
import type { TimeRange } from '#src/domain/calendar.ts'
import { rangeOf, type PeriodChoice } from '#src/domain/time-range.ts'
import { serverNow } from '#src/state/clock.ts'
import { filters } from '#src/state/filters.ts'
import {
  settlementCalls,
  settlementSchema,
  type Settlement,
  type Statement,
} from '#src/wire/settlement.ts'

const { getSettlement } = settlementCalls

/** A project and a period as they are chosen, without the instants of that period. */
export interface SettlementSelection extends PeriodChoice {
  projectId: string
  /** The IANA zone of the day boundaries. */
  zone: string
}

/** The figures of a project, and the period that they are of. Instants in ms. */
export interface SettlementResult {
  range: TimeRange
  zone: string
  /** The page's "now" that a rolling period ends at. */
  asOf: number
  /** When they were requested, by the server's clock: the server computed them at this time or later. */
  computedAt: number
  figures: Settlement
}

const resultSchema = z.object({
  range: z.object({ start: z.number(), end: z.number() }),
  zone: z.string(),
  asOf: z.number(),
  computedAt: z.number(),
  figures: settlementSchema,
})

/** The instants of a selection at `asOf`; "all" begins at `createdAt`. Null while they are unknown. */
export function rangeAt(
  { zone, ...choice }: SettlementSelection,
  asOf: number,
  createdAt: number | null,
): TimeRange | null {
  return rangeOf(choice, asOf, createdAt, zone)
}

async function fetchFigures(
  projectId: string,
  range: TimeRange,
  tz: string,
  signal: AbortSignal,
): Promise<Settlement> {
  const query = {
    projects: [projectId],
    start_date: new Date(range.start).toISOString(),
    end_date: new Date(range.end).toISOString(),
    tz,
  }
  const settlements = await send(getSettlement, { query }, { signal })
  const figures = Object.hasOwn(settlements, projectId) ? settlements[projectId] : undefined
  if (figures === undefined) throw new ApiError({ kind: 'shape' })
  return figures
}

/** Matches every settlement. */
export const SETTLEMENTS_KEY = [getSettlement.path] as const

const FRESH_MS = 30_000

/**
 * The settlement of a selection. The key holds the selection ("month") and no instant, so that the
 * last figures are found again, also offline. A rolling period is resolved when the request is sent.
 */
export function settlementQuery(selection: SettlementSelection, createdAt: number | null) {
  const { projectId, period, customStart, customEnd, zone } = selection
  return queryOptions({
    queryKey: [getSettlement.path, { projectId, period, customStart, customEnd, zone }],
    queryFn: async ({ signal, client }): Promise<SettlementResult> => {
      if (period === 'all') await untilDatesArrive(client)
      const { asOf } = filters
      // The start of the project moves when older history is imported.
      const start = minDateOf(client, [projectId]) ?? createdAt
      const range = rangeAt(selection, asOf, start)
      if (range === null) throw new Error('The period is unknown')
      const computedAt = serverNow()
      const figures = await fetchFigures(projectId, range, zone, signal)
      return { range, zone, asOf, computedAt, figures }
    },
    staleTime: ({ state }) => (state.data?.asOf === filters.asOf ? FRESH_MS : 0),
    meta: { keep: resultSchema },
  })
}

/** The figures of a saved statement's period as they are now. */
export function statementNowQuery({ id, project_id, start_date, end_date, tz }: Statement) {
  return queryOptions({
    queryKey: [getSettlement.path, { statement: id }],
    queryFn: async ({ signal }): Promise<SettlementResult> => {
      const range = { start: Date.parse(start_date), end: Date.parse(end_date) }
      const { asOf } = filters
      const computedAt = serverNow()
      const figures = await fetchFigures(project_id, range, tz, signal)
      return { range, zone: tz, asOf, computedAt, figures }
    },
    meta: { keep: resultSchema },
  })
}
