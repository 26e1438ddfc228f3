import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { BUCKET_OF, LEVEL, SOURCE, type Level } from '#server/db/rollups/definition.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { Firing, Span, Watch } from './firing.ts'

const sums = (level: Level, from: string, to: string) =>
  sql.raw(`
  (select coalesce(sum(r.amount), 0) from time_rollups as r
    where r.project_id = p.id and r.source = '${SOURCE.purchases}' and r.level = '${level}'
      and r.bucket >= ${from} and r.bucket < ${to})`)

const start = (level: Level) => BUCKET_OF[level]('x.at')

/**
 * The purchases with which the total of a project passed a multiple of `threshold`, in the order of their
 * times of creation. One that passes several is found once, with the greatest.
 *
 * Div is exact; a quotient would be rounded. The sums by fifteen minutes show where the total passed one; only these minutes are read row by row.
 * @param known multiples that need not be found again, by project, as their keys
 */
export async function findMilestones(
  db: Db,
  { projects, threshold }: Watch,
  { from, to }: Span,
  known: readonly string[] = [],
): Promise<Firing[]> {
  const quarter = sql.raw(start(LEVEL.quarterHour))
  const { rows } = await sql<{
    project_id: string
    at: Date
    multiple: string
    launched_at: Date
  }>`
    with started as materialized (
      select p.id, p.created_at as launched_at, ${quarter} as quarter,
        ${sums(LEVEL.month, `'-infinity'`, start(LEVEL.month))}
        + ${sums(LEVEL.day, start(LEVEL.month), start(LEVEL.day))}
        + ${sums(LEVEL.quarterHour, start(LEVEL.day), start(LEVEL.quarterHour))} as total
      from projects as p cross join (select ${from}::timestamptz as at) as x
      where p.id = any(${[...projects]}::text[])
    ), quarters as (
      select s.id, s.launched_at, r.bucket, r.amount,
        s.total + sum(r.amount) over (partition by s.id order by r.bucket) as total
      from started as s join time_rollups as r on r.project_id = s.id
        and r.source = ${SOURCE.purchases} and r.level = ${LEVEL.quarterHour}
        and r.bucket >= s.quarter and r.bucket <= ${to}
    ), passed as materialized (
      select id, launched_at, bucket, total - amount as before from quarters
      where div(total, ${threshold}::numeric) > div(total - amount, ${threshold}::numeric)
        and id || ':' || trim_scale(div(total, ${threshold}::numeric) * ${threshold}::numeric)
          <> all(${[...known]}::text[])
    )
    select q.id as project_id, t.created_at as at, q.launched_at,
      trim_scale(div(t.total, ${threshold}::numeric) * ${threshold}::numeric) as multiple
    from passed as q cross join lateral (
      select created_at, payment_usd_amount,
        q.before + sum(payment_usd_amount) over (order by created_at, id) as total
      from transactions
      where project_id = q.id and ${whereCounted('')}
        and created_at >= q.bucket and created_at < q.bucket + interval '15 minutes') as t
    where t.created_at > ${from} and t.created_at <= ${to}
      and div(t.total, ${threshold}::numeric)
        > div(t.total - t.payment_usd_amount, ${threshold}::numeric)
    order by t.created_at, q.id, multiple`.execute(db)
  return rows.map(({ project_id, at, multiple, launched_at }) => ({
    project_id,
    key: `${project_id}:${trimDecimal(multiple)}`,
    at,
    data: { multiple: trimDecimal(multiple), launched_at: launched_at.toISOString() },
  }))
}
