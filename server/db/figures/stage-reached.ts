import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { LEVEL, SOURCE } from '#server/db/rollups/definition.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'

// When a running sum reached an amount: first the day, then its quarter of an hour, each from the rollups,
// then the purchase, from the rows of that quarter.

/** An amount that a running sum may have reached. */
export interface Target {
  /** Of the caller. */
  key: string
  project_id: string
  /** Of the names of a stage. */
  keys: readonly string[]
  /** An exact decimal. */
  amount: string
  /** Reached only by more than the amount. */
  isExceeded: boolean
}

/** Running sums of what. */
interface Series {
  /** Rows `bucket, amount` of one level of the target `t`, for buckets from `from` on and before `to`. */
  sums: (level: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Rows `at, id, amount` of the purchases in the quarter that begins at `q.bucket`. */
  rows: RawBuilder<unknown>
}

const QUARTER = sql`interval '15 minutes'`
const inQuarter = sql`x.project_id = t.project_id and x.created_at >= q.bucket
  and x.created_at < q.bucket + ${QUARTER} and ${whereCounted('x.')}`

/** The tokens of a stage. */
export const tokensOfStages = (countsBonuses: boolean): Series => ({
  sums: (level, from, to) => sql`
    select r.bucket, r.tokens as amount from stage_rollups as r
    where r.project_id = t.project_id and r.key = any(t.keys) and r.level = ${sql.lit(level)}
      and r.source in (${sql.lit(SOURCE.purchases)}${countsBonuses ? sql`, ${sql.lit(SOURCE.bonuses)}` : sql``})
      and r.bucket >= ${from} and r.bucket < ${to}`,
  rows: sql`
    select x.created_at as at, x.id, coalesce(x.tokens_bought, 0)${
      countsBonuses
        ? sql` + (select coalesce(sum(b.bonus_token_amount), 0) from bonus_transactions as b
            where b.transaction_id = x.id)`
        : sql``
    } as amount
    from transactions as x where ${inQuarter} and stage_key(x.stage_name) = any(t.keys)`,
})

/** The USD of a project. */
export const USD_OF_PROJECT: Series = {
  sums: (level, from, to) => sql`
    select r.bucket, r.amount from time_rollups as r
    where r.project_id = t.project_id and r.source = ${sql.lit(SOURCE.purchases)}
      and r.level = ${sql.lit(level)} and r.bucket >= ${from} and r.bucket < ${to}`,
  rows: sql`
    select x.created_at as at, x.id, x.payment_usd_amount as amount
    from transactions as x where ${inQuarter}`,
}

/**
 * When the sums reached their targets: the time of the purchase with which they did, in the order of time
 * and id.
 * @returns by the targets' keys; one that was not reached is absent
 */
export async function findReached(
  db: Db,
  series: Series,
  targets: readonly Target[],
): Promise<Map<string, Date>> {
  if (targets.length === 0) return new Map()
  const isReached = (sum: RawBuilder<unknown>) =>
    sql`case when t.is_exceeded then ${sum} > t.amount else ${sum} >= t.amount end`
  /** The first bucket of `rows` with which a sum that began with `start` is reached, and the sum before it. */
  const first = (rows: RawBuilder<unknown>, start: RawBuilder<unknown>) => sql`
    select bucket, before from (
      select bucket, ${start} + sum(amount) over (order by bucket) as reached,
        ${start} + sum(amount) over (order by bucket) - amount as before
      from (select bucket, sum(amount) as amount from (${rows}) as x group by bucket) as x) as x
    where ${isReached(sql`reached`)} order by bucket limit 1`
  const { rows } = await sql<{ key: string; at: Date }>`
    select t.key, x.at
    from (
      select x ->> 0 as key, x ->> 1 as project_id,
        array(select jsonb_array_elements_text(x -> 2)) as keys, (x ->> 3)::numeric as amount,
        (x ->> 4)::boolean as is_exceeded
      from jsonb_array_elements(${JSON.stringify(
        targets.map(({ key, project_id, keys, amount, isExceeded }) => [
          key,
          project_id,
          keys,
          amount,
          isExceeded,
        ]),
      )}::jsonb) as x) as t
    cross join lateral (${first(
      series.sums(LEVEL.day, sql`'-infinity'`, sql`'infinity'`),
      sql`0`,
    )}) as d
    cross join lateral (${first(
      series.sums(LEVEL.quarterHour, sql`d.bucket`, sql`d.bucket + interval '24 hours'`),
      sql`d.before`,
    )}) as q
    cross join lateral (
      select at from (
        select at, id, q.before + sum(amount) over (order by at, id) as reached
        from (${series.rows}) as x) as x
      where ${isReached(sql`reached`)} order by at, id limit 1) as x`.execute(db)
  return new Map(rows.map(({ key, at }) => [key, at]))
}
