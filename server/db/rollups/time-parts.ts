import { sql, type RawBuilder } from 'kysely'
import type { Source } from './definition.ts'
import { edgeRows, projectRows, rawOf, segmentRows, type Figure } from './pieces.ts'
import type { Edge, Plan, Segment } from './plan.ts'

/** Rows `project_id, slot` and the figures: whole buckets, summed per segment. */
export function summedSegments(
  source: Source,
  projects: readonly string[],
  segments: readonly Segment[],
  figures: readonly Figure[],
  slots?: readonly number[],
): RawBuilder<unknown> {
  return sql`
    select p.id as project_id, s.slot, ${namesOf(figures)}
    from ${projectRows(projects)} cross join ${segmentRows(segments, slots)}
    cross join lateral (
      select ${sumsOf(figures)} from time_rollups r
      where r.project_id = p.id and r.source = ${source} and r.level = s.level
        and r.bucket >= s.low and r.bucket < s.high) x
    where x.n is not null`
}

/** The same rows from the raw rows of the edges. */
export function rawRows(
  source: Source,
  projects: readonly string[],
  edges: readonly Edge[],
  figures: readonly Figure[],
  slot: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { table, counted } = rawOf(source)
  const columns = sql.join(figures.map(({ name, raw }) => sql`${raw} as ${sql.ref(name)}`))
  // `offset 0` keeps one index scan per project and edge; without it the planner may join whole
  // tables.
  return sql`
    select p.id as project_id, x.slot, ${namesOf(figures)}
    from ${projectRows(projects)} cross join ${edgeRows(edges)}
    cross join lateral (
      select ${slot} as slot, ${columns} from ${table} t
      where t.project_id = p.id and t.created_at >= e.low and t.created_at < e.high
        and ${counted} offset 0) x`
}

/** All rows of a planned range, in slot 0. */
export function plannedRows(
  source: Source,
  projects: readonly string[],
  { segments, raw }: Plan,
  figures: readonly Figure[],
): RawBuilder<unknown> {
  const parts = [
    ...(segments.length > 0 ? [summedSegments(source, projects, segments, figures)] : []),
    ...(raw.length > 0 ? [rawRows(source, projects, raw, figures, sql`0`)] : []),
  ]
  return sql.join(parts, sql` union all `)
}

const namesOf = (figures: readonly Figure[]) =>
  sql.join(figures.map(({ name }) => sql.ref(`x.${name}`)))
const sumsOf = (figures: readonly Figure[]) =>
  sql.join(figures.map(({ name }) => sql`sum(${sql.ref(`r.${name}`)}) as ${sql.ref(name)}`))
