import { sql, type RawBuilder } from 'kysely'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import type { Source } from './definition.ts'
import { instants, rawOf, type Figure } from './pieces.ts'
import { bucketsBetween, planRange, roundTo, type PlanLevel, type Segment } from './plan.ts'

/**
 * Rows `slot` and the figures of the project `p.id`, for a lateral join, exact: several for one slot, to
 * be summed. Slot n reaches from edge n to edge n + 1.
 *
 * One scan reads all buckets of a level, which costs less than a look-up for each slot. A bucket that an
 * edge divides counts whole in one of the two slots; then the finer buckets that lie on the other side of
 * the edge move to theirs.
 * @param range not empty, from the first edge to the last at most
 * @param edges ascending, each on a bound of the finest level
 * @param levels coarse to fine
 */
export function bucketRows(
  source: Source,
  { start, end }: TimeRange,
  edges: readonly number[],
  levels: readonly PlanLevel[],
  figures: readonly Figure[],
): RawBuilder<unknown> {
  const { segments, raw } = planRange(start, end, levels)
  const names = figures.map(({ name }) => sql.ref(name))
  const rollup = (level: PlanLevel) =>
    sql`project_id = p.id and source = ${source} and level = ${level}`
  const whole = segments.map(({ level, from, to }) => {
    const slot = slotIn(roundAll(level, edges), { start: from, end: to }, BUCKET)
    return sql`
      select ${slot} as slot, ${sql.join(names)} from time_rollups
      where ${rollup(level)} and bucket >= ${new Date(from)} and bucket < ${new Date(to)}`
  })
  const moved = movesOf(segments, edges, levels).map(({ level, buckets, before, after }) => {
    const signed = names.map((name) => sql`x.sign * ${name} as ${name}`)
    return sql`
      select x.slot, ${sql.join(signed)} from time_rollups
      cross join lateral (values (${before}, -1), (${after}, 1)) x (slot, sign)
      where ${rollup(level)} and bucket = any(${instants(buckets)})`
  })
  const { table, counted } = rawOf(source)
  const columns = figures.map((figure) => sql`${figure.raw} as ${sql.ref(figure.name)}`)
  const rest = raw.map(({ from, to }) => {
    const slot = slotIn(edges, { start: from, end: to }, sql.ref('created_at'))
    return sql`
      select ${slot} as slot, ${sql.join(columns)} from ${table} where project_id = p.id
        and created_at >= ${new Date(from)} and created_at < ${new Date(to)} and ${counted}`
  })
  return sql.join([...whole, ...moved, ...rest], sql` union all `)
}

const BUCKET = sql.ref('bucket')

/** Buckets that a coarser level counts in another slot: between an edge and its bound of that level. */
function movesOf(
  segments: readonly Segment[],
  edges: readonly number[],
  levels: readonly PlanLevel[],
) {
  return levels.slice(1).flatMap((level, place) => {
    const coarser = levels.slice(0, place + 1)
    // The segments follow each other, so those of the coarser levels are one range.
    const counted = segments.filter((segment) => coarser.includes(segment.level))
    const within = { start: counted[0]?.from ?? 0, end: counted.at(-1)?.to ?? 0 }
    const [from, to] = [roundAll(coarser.at(-1) ?? level, edges), roundAll(level, edges)]
    const between = to.flatMap((edge, n) => bucketsBetween(level, edge, from[n] ?? edge))
    const buckets = [...new Set(between)].filter((at) => at >= within.start && at < within.end)
    const [before, after] = [slotIn(from, within, BUCKET), slotIn(to, within, BUCKET)]
    return buckets.length > 0 ? [{ level, buckets, before, after }] : []
  })
}

const roundAll = (level: PlanLevel, edges: readonly number[]) =>
  edges.map((edge) => roundTo(level, edge))

/** The slot of an instant of the range. Only the edges within the range are compared. */
function slotIn(
  edges: readonly number[],
  { start, end }: TimeRange,
  instant: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const first = sql.lit(edges.findLastIndex((edge) => edge <= start))
  const within = edges.filter((edge) => edge > start && edge < end)
  return within.length === 0 ? first : sql`${first} + width_bucket(${instant}, ${instants(within)})`
}
