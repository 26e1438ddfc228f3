import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { SOURCE, type Dimension } from '#server/db/rollups/definition.ts'
import { planSums, type Key } from '#server/db/rollups/dimension-parts.ts'
import { projectRows, sumFigures } from '#server/db/rollups/pieces.ts'
import { planRange, TIME_LEVELS, type Plan } from '#server/db/rollups/plan.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import { plannedRows } from '#server/db/rollups/time-parts.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'

/** Purchases with the same keys. Keys that are added up are absent. */
export interface DimensionSum {
  project_id: string
  k1: string
  k2: string
  k3: string
  n: number
  /** USD: the exact sum, rounded to cents */
  amount: string
}

/**
 * Completed purchases of the range by key, the largest amount of each project first.
 * @param by the keys that stay apart
 * @param top limits the rows of each project; the others become one row `other`, `other`, `other`
 */
export async function sumDimension(
  db: Db,
  dimension: Dimension,
  by: readonly Key[],
  projects: readonly string[],
  range: TimeRange,
  top?: number,
): Promise<DimensionSum[]> {
  return inSnapshot(db, async (tx) => {
    const sums = await planSums(tx, { dimension, figures: ['n', 'amount'], by }, projects, range)
    if (sums === null) return []
    const { start, end } = sums.range
    const { rows } = await (
      top === undefined
        ? everyRow(projects, sums.rows, by)
        : topRows(projects, sums.rows, top, planRange(start, end, TIME_LEVELS))
    ).execute(tx)
    return rows
  })
}

// The bigint comes first because it compares faster; it never changes the order.
const LARGEST_FIRST = sql`
  least(amount, 9000000000000000000)::bigint desc, amount desc, n desc, k1, k2, k3`

function everyRow(projects: readonly string[], sums: RawBuilder<unknown>, by: readonly Key[]) {
  const keys = sql.join(by.map((key) => sql.ref(key)))
  return sql<DimensionSum>`
    select p.id as project_id, ${keys}, x.n, round(x.amount, 2) as amount
    from ${projectRows(projects)} cross join lateral (${sums}) x
    order by project_id, x.amount desc, n desc, ${keys}`
}

/** The rest is the difference to the sums over time: faster than to sum the other rows. */
function topRows(projects: readonly string[], sums: RawBuilder<unknown>, top: number, plan: Plan) {
  return sql<DimensionSum>`
    with largest as materialized (
      select p.id as project_id, x.k1, x.k2, x.k3, x.n, x.amount
      from ${projectRows(projects)}
      cross join lateral (select * from (${sums}) y order by ${LARGEST_FIRST} limit ${top}) x)
    select project_id, k1, k2, k3, n, round(amount, 2) as amount from largest
    union all
    select project_id, 'other', 'other', 'other', (whole.n - shown.n)::bigint,
      round(whole.amount - shown.amount, 2)
    from (select project_id, sum(n) as n, sum(amount) as amount
      from (${plannedRows(SOURCE.purchases, projects, plan, sumFigures(SOURCE.purchases))}) x group by 1) whole
    join (select project_id, sum(n) as n, sum(amount) as amount from largest group by 1) shown
      using (project_id)
    where whole.n <> shown.n`
}
