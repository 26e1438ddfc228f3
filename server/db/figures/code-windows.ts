import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { stagesOfProject } from '#server/db/records/transactions.ts'
import { projectRows, whereCounted } from '#server/db/rollups/pieces.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { MAX_COUNTED_PURCHASES } from '#src/wire/analytics.ts'
import { MAX_WINDOWS } from '#src/wire/code-effects.ts'

/** The codes whose purchases are read to rank them. */
const MAX_COMPARED = 100

export interface CodeWindowRow {
  project_id: string
  id: number
  code: string
  /** An exact decimal string. */
  percentage: string
  /** The creation of a code without a start. */
  start_date: Date
  end_date: Date | null
  disabled: boolean
  disabled_at: Date | null
  uses: number
  max_uses: number | null
}

/**
 * The codes whose window begins or ends in the range, by their start. Of more than 40, the 40 with the
 * most USD of completed purchases, the most first. Thousands of codes have too many purchases to read:
 * of more than 100 only the 100 most used are compared, and if these were used more than 100,000 times,
 * the most used are listed. A window ends with the code's end, or earlier when it was disabled; a code
 * that was disabled before its start has none.
 */
export async function listCodeWindows(
  db: Db,
  projects: readonly string[],
  { start, end }: TimeRange,
): Promise<CodeWindowRow[]> {
  const inRange = (column: 'begins' | 'ends') =>
    sql`${sql.ref(column)} >= ${new Date(start)} and ${sql.ref(column)} < ${new Date(end)}`
  // The purchases of few codes are not read: the condition on the number is checked before.
  const { rows } = await sql<CodeWindowRow>`
    with found as materialized (
      select * from (
        select *, coalesce(start_date, created_at) as begins, least(end_date, disabled_at) as ends
        from bonus_codes where project_id = any(${[...projects]}::text[])) as c
      where coalesce(ends > begins, true) and (${inRange('begins')} or ${inRange('ends')})
      order by uses desc, project_id, id limit ${MAX_COMPARED}
    ), ranking as (
      select count(*) > ${MAX_WINDOWS} as is_many,
        count(*) > ${MAX_WINDOWS} and sum(uses) <= ${MAX_COUNTED_PURCHASES} as is_needed from found
    ), sold as (
      select u.bonus_code_id, sum(t.payment_usd_amount) as usd
      from (
        select distinct b.bonus_code_id, b.transaction_id, f.project_id
        from found as f join bonus_transactions as b on b.bonus_code_id = f.id
        where (select is_needed from ranking)) as u
      join transactions as t on t.id = u.transaction_id and t.project_id = u.project_id
      where ${whereCounted('t.')} group by u.bonus_code_id
    )
    select f.project_id, f.id, f.code, f.percentage, f.begins as start_date, f.end_date, f.disabled,
      f.disabled_at, f.uses, f.max_uses
    from found as f left join sold as s on s.bonus_code_id = f.id
    order by coalesce(s.usd, 0) desc, case when (select is_many from ranking) then -f.uses end,
      case when (select is_many from ranking) then null else f.begins end, f.project_id, f.id
    limit ${MAX_WINDOWS}`.execute(db)
  return rows
}

export interface StageStart {
  project_id: string
  stage_name: string
  first_at: Date
}

/**
 * The stages that begin in the range, by time; of more than 40 the newest. A planned stage begins at its
 * planned start, any other with its first completed purchase. Read from an index, from one name to the
 * next: the time depends on the names, not on the purchases.
 */
export async function listStageStarts(
  db: Db,
  projects: readonly string[],
  { start, end }: TimeRange,
): Promise<StageStart[]> {
  const { rows } = await sql<StageStart>`
    select project_id, stage_name, first_at from (
      select p.id as project_id, coalesce(min(s.name), min(trim(found.name))) as stage_name,
        coalesce(min(s.starts_at), min(earliest.created_at)) as first_at
      from ${projectRows(projects)}
      cross join lateral (${stagesOfProject()}) as found
      cross join lateral (
        select t.created_at from transactions as t
        where t.project_id = p.id and stage_key(t.stage_name) = found.key and ${whereCounted('t.')}
        order by t.created_at, t.id limit 1) as earliest
      left join stage_names as n on n.project_id = p.id and n.key = found.key
      left join stages as s on s.id = n.stage_id
      group by p.id, s.id, case when s.id is null then found.key end
      union all
      select s.project_id, s.name, s.starts_at from stages as s
      where s.project_id = any(${[...projects]}::text[]) and not exists (
        select from stage_names as n where n.stage_id = s.id and exists (
          select from transactions as t where t.project_id = s.project_id
            and stage_key(t.stage_name) = n.key and ${whereCounted('t.')}))) as x
    where first_at >= ${new Date(start)} and first_at < ${new Date(end)}
    order by first_at desc, project_id desc, stage_name desc limit ${MAX_WINDOWS}`.execute(db)
  return rows.toReversed()
}
