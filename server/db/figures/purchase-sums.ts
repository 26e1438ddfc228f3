import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'

/** The completed purchases with a bonus code. */
export interface CodeSum {
  project_id: string
  code: string
  purchases: number
  /** USD: the exact sum, rounded to cents */
  amount: string
}

/** The codes with the most USD among the completed purchases of the range, over all projects. */
export async function sumCodes(
  db: Db,
  projects: readonly string[],
  { start, end }: TimeRange,
  top: number,
): Promise<CodeSum[]> {
  // A purchase belongs to a code by a bonus transaction; it counts once, however many it has.
  const { rows } = await sql<CodeSum>`
    with used as (
      select distinct b.bonus_code_id, t.id, t.payment_usd_amount
      from transactions as t
      join bonus_transactions as b on b.project_id = t.project_id and b.transaction_id = t.id
      where t.project_id = any(${[...projects]}::text[]) and ${whereCounted('t.')}
        and t.created_at >= ${new Date(start)} and t.created_at < ${new Date(end)}
        and b.bonus_code_id is not null
    )
    select c.project_id, c.code, count(*)::bigint as purchases,
      round(sum(used.payment_usd_amount), 2) as amount
    from used join bonus_codes as c on c.id = used.bonus_code_id
    group by c.project_id, c.code
    order by sum(used.payment_usd_amount) desc, c.project_id, c.code limit ${top}`.execute(db)
  return rows
}

/** The purchases of the range that were not voided, by their present status. */
export async function countStatuses(
  db: Db,
  projects: readonly string[],
  { start, end }: TimeRange,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::bigint as n from transactions
    where project_id = any(${[...projects]}::text[])
      and created_at >= ${new Date(start)} and created_at < ${new Date(end)}
      and voided_at is null
    group by status`.execute(db)
  return new Map(rows.map(({ status, n }) => [status, n]))
}
