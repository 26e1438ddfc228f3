import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { formatRange } from '#src/domain/time/buckets.ts'
import { isoWithOffset, startOf, type TimeRange } from '#src/domain/time/calendar.ts'
import { canonicalZone } from '#src/domain/time/zone.ts'
import type { PagedListSource } from '#src/records/list/use-paged-list.ts'
import { settlementCalls, type Statement } from '#src/wire/settlement.ts'
import type { DatedFigures } from './settlement-query.ts'

const { listStatements } = settlementCalls

/** Matches every list of statements. */
export const STATEMENTS_KEY = [listStatements.path] as const

/** A project's statements, newest first. */
export const statementSource: PagedListSource<Statement> = {
  call: listStatements,
  idOf: ({ id }) => id,
}

/** The newest statements of exactly this period. */
export function statementsOfPeriod(projectId: string, { start, end }: TimeRange) {
  return queryOptions({
    ...queryOf(listStatements, {
      query: {
        projects: [projectId],
        start_date: new Date(start).toISOString(),
        end_date: new Date(end).toISOString(),
        page: 1,
        limit: 20,
      },
    }),
    meta: { keep: listStatements.response },
  })
}

/** Instants in ms. */
function rangeOfStatement({ start_date, end_date }: Statement): TimeRange {
  return { start: Date.parse(start_date), end: Date.parse(end_date) }
}

/** The zone that a statement's period was chosen in; UTC if this browser does not know it. */
const statementZone = ({ tz }: Statement) => canonicalZone(tz) ?? 'UTC'

/**
 * "Oct 22 – Nov 20, 2025", in the zone that it was chosen in. A rolling period, such as all time, ended
 * when it was saved: "May 28, 2025 – Nov 20, 2025, until 14:32:05", because that day went on.
 */
export function statementPeriod(statement: Statement): string {
  const [range, zone] = [rangeOfStatement(statement), statementZone(statement)]
  const days = formatRange(range, zone)
  const isWholeDay = startOf(range.end, 'day', zone) === range.end
  return isWholeDay ? days : `${days}, until ${isoWithOffset(range.end, zone).slice(11, 19)}`
}

/** "Statement 3"; "A statement" if an earlier version of the app has saved it on this device. */
export const statementName = ({ number }: Statement) =>
  number ? `Statement ${number}` : 'A statement'

/** "Statement 3, Oct 22 – Nov 20, 2025" */
export const statementTitle = (statement: Statement) =>
  `${statementName(statement)}, ${statementPeriod(statement)}`

/** A statement's figures as they were saved. */
export function figuresOfStatement(statement: Statement): DatedFigures {
  return {
    figures: statement.figures,
    resolvedQuery: { range: rangeOfStatement(statement), zone: statementZone(statement) },
    presentTerms: 'the terms of the day it was saved',
  }
}

/** Whether a statement is of exactly this period. */
export function isOfPeriod(statement: Statement, { start, end }: TimeRange): boolean {
  const range = rangeOfStatement(statement)
  return range.start === start && range.end === end
}
