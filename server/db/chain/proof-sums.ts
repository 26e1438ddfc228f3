import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { slotRows } from '#server/db/figures/analytics-time.ts'
import { SOURCE } from '#server/db/rollups/definition.ts'
import { planSums } from '#server/db/rollups/dimension-parts.ts'
import { projectRows, sumFigures } from '#server/db/rollups/pieces.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'

/** What the chains say of a project's purchases: exact USD as text, all its digits. */
export interface ProofSums {
  project_id: string
  is_connected: boolean
  proven_usd: string
  waiting_usd: string
  differs_usd: string
  not_checkable_usd: string
  proven: number
  waiting: number
  differs: number
  not_checkable: number
  open_payments: number
}

/**
 * What the chains say of the purchases of a range that count, a row for each project, from one snapshot.
 *
 * The sums are not rounded: together they are exactly the gross of the range, which a settlement rounds to
 * cents. What is not checkable is what the other three lack. Without a chain it is all. The open
 * payments are those of all times.
 */
export function sumProofs(
  db: Db,
  projects: readonly string[],
  range: TimeRange,
): Promise<ProofSums[]> {
  if (projects.length === 0) return Promise.resolve([])
  return inSnapshot(db, async (tx) => {
    const figures = sumFigures(SOURCE.purchases)
    const gross = slotRows(SOURCE.purchases, projects, range, [range.start, range.end], figures)
    const states = await planSums(
      tx,
      { dimension: 'proof', figures: ['n', 'amount'], by: ['k1'] },
      projects,
      range,
    )
    const noState = sql`select null::text as k1, 0::bigint as n, 0::numeric as amount where false`
    const sumOf = (state: string) => sql`
      coalesce(sum(x.amount) filter (where x.k1 = ${state}), 0) as ${sql.ref(`${state}_usd`)},
      coalesce(sum(x.n) filter (where x.k1 = ${state}), 0)::bigint as ${sql.ref(state)}`
    const { rows } = await sql<ProofSums>`
      select p.id as project_id,
        exists (select from chains as c where c.project_id = p.id and c.disconnected_at is null)
          as is_connected,
        trim_scale(s.proven_usd) as proven_usd, trim_scale(s.waiting_usd) as waiting_usd,
        trim_scale(s.differs_usd) as differs_usd,
        trim_scale(coalesce(g.amount, 0) - s.proven_usd - s.waiting_usd - s.differs_usd)
          as not_checkable_usd,
        s.proven, s.waiting, s.differs,
        (coalesce(g.n, 0) - s.proven - s.waiting - s.differs)::bigint as not_checkable,
        (select count(*) from chain_payments as y
          where y.project_id = p.id and y.state = 'open')::bigint as open_payments
      from ${projectRows(projects)}
      left join (select project_id, sum(n) as n, sum(amount) as amount from (${gross}) y group by 1)
        as g on g.project_id = p.id
      cross join lateral (
        select ${sumOf('proven')}, ${sumOf('waiting')}, ${sumOf('differs')}
        from (${states?.rows ?? noState}) x) as s
      order by 1`.execute(tx)
    return rows
  })
}
