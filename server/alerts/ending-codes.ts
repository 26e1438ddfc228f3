import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { Firing, Span, Watch } from './firing.ts'

/**
 * The bonus codes of which more than `threshold` percent were used, when they were used so often, and
 * those that had a day left. Codes that are disabled now are left out, and what was used after a code's
 * end.
 * @param known keys that need not be found again
 */
export async function findEndingCodes(
  db: Db,
  { projects, threshold }: Watch,
  { from, to }: Span,
  known: readonly string[] = [],
): Promise<Firing[]> {
  // The use that reaches the number is within the span: the uses of other codes are not read, which used-up
  // codes have many of.
  const { rows } = await sql<{
    project_id: string
    id: number
    code: string
    key: string
    at: Date
    uses: number | null
    max_uses: number | null
    end_date: Date | null
  }>`
    with codes as (
      select *, div(max_uses * ${threshold}::numeric, 100)::integer + 1 as needed
      from bonus_codes where project_id = any(${[...projects]}::text[]) and not disabled
    ), found as (
      select c.*, 'used:' || c.id || ':' || c.max_uses || ':' || trim_scale(${threshold}::numeric) as key
      from codes as c where c.max_uses is not null and c.uses >= c.needed and c.needed <= c.max_uses
        and (
          exists (
            select from bonus_transactions as b where b.bonus_code_id = c.id
              and b.created_at > ${from} and b.created_at <= ${to})
          or c.id in (
            select w.bonus_code_id from waiting_bonuses as w
            where w.project_id = any(${[...projects]}::text[])
              and w.created_at > ${from} and w.created_at <= ${to}))
    )
    select f.project_id, f.id, f.code, f.key, reached.created_at as at, f.needed as uses, f.max_uses,
      f.end_date
    from found as f cross join lateral (
      select created_at from (
        select created_at from bonus_transactions where bonus_code_id = f.id
        union all
        select created_at from waiting_bonuses
          where project_id = f.project_id and bonus_code_id = f.id) as uses
      order by created_at offset f.needed - 1 limit 1) as reached
    where f.key <> all(${[...known]}::text[])
      and reached.created_at > ${from} and reached.created_at <= ${to}
      and coalesce(reached.created_at < f.end_date, true)
    union all
    select c.project_id, c.id, c.code,
      'ending:' || c.id || ':' || extract(epoch from c.end_date)::bigint, e.at, null, null, c.end_date
    from codes as c
    cross join lateral (select greatest(c.end_date - interval '1 day', c.created_at) as at) as e
    where c.end_date > c.created_at and e.at > ${from} and e.at <= ${to}
    order by at, key`.execute(db)
  return rows.map(({ project_id, id, code, key, at, uses, max_uses, end_date }) => ({
    project_id,
    key,
    at,
    data:
      uses === null
        ? {
            reason: 'ending',
            code,
            code_id: String(id),
            end_date: end_date?.toISOString() ?? null,
          }
        : {
            reason: 'used',
            code,
            code_id: String(id),
            uses,
            max_uses,
            end_date: end_date?.toISOString() ?? null,
          },
  }))
}
