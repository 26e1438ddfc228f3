import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import { BUCKET_OF, isCounted, LEVEL, SOURCE } from './definition.ts'

// The correct rows of the sums by stage (triggers/stage-sums.ts), from the raw rows.

/** Rows `id, project_id, wallet_address, created_at, key, usd, tokens`: the purchases that count in a stage. */
const countedIn = (project: string) => sql`
  select id, project_id, wallet_address, created_at, stage_key(stage_name) as key,
    payment_usd_amount as usd, tokens_bought as tokens
  from transactions
  where project_id = ${project} and ${sql.raw(isCounted(''))} and stage_key(stage_name) is not null`

const bucketOf = (level: keyof typeof BUCKET_OF, column: string) =>
  sql.raw(BUCKET_OF[level](column))

/** Of one source, by quarters of an hour. */
const quarters = (source: string, rows: RawBuilder<unknown>) => sql`
  select project_id, ${sql.lit(source)}::"char", key, ${sql.lit(LEVEL.quarterHour)}::"char",
    ${bucketOf(LEVEL.quarterHour, 'created_at')} as at, count(*), sum(usd)::numeric,
    coalesce(sum(tokens), 0)::numeric
  from (${rows}) t group by project_id, key, at order by key, at`

const fromFiner = (
  source: string,
  level: keyof typeof BUCKET_OF,
  finer: string,
  project: string,
) => sql`
  select project_id, source, key, ${sql.lit(level)}::"char", ${bucketOf(level, 'bucket')} as at,
    sum(n)::bigint, sum(amount), sum(tokens)
  from stage_rollups
  where project_id = ${project} and source = ${sql.lit(source)} and level = ${sql.lit(finer)}
  group by project_id, source, key, at having sum(n) <> 0 order by key, at`

const bonusesIn = (project: string) => sql`
  select t.project_id, t.created_at, stage_key(t.stage_name) as key, 0 as usd,
    b.bonus_token_amount as tokens
  from bonus_transactions b join transactions t on t.id = b.transaction_id
  where t.project_id = ${project} and ${sql.raw(isCounted('t.'))}
    and stage_key(t.stage_name) is not null`

const rollups = (
  source: typeof SOURCE.purchases | typeof SOURCE.bonuses,
  name: string,
  rows: (project: string) => RawBuilder<unknown>,
) => {
  const level = (label: string, of: string, derive: (project: string) => RawBuilder<unknown>) => ({
    source,
    table: 'stage_rollups' as const,
    what: `${name} of stages by ${label}`,
    where: sql`source = ${sql.lit(source)} and level = ${sql.lit(of)}`,
    empty: sql`(n, amount, tokens) = (0, 0, 0)`,
    rows: derive,
  })
  return [
    level('15 minutes', LEVEL.quarterHour, (project) => quarters(source, rows(project))),
    level('day', LEVEL.day, (project) => fromFiner(source, LEVEL.day, LEVEL.quarterHour, project)),
    level('all time', LEVEL.allTime, (project) =>
      fromFiner(source, LEVEL.allTime, LEVEL.day, project),
    ),
  ]
}

/** Rows of `stage_prices` of a project's purchases, by the present plan. */
const pricesIn = (project: string) => sql`
  select t.project_id, t.key, coalesce(is_off_price(t.usd, t.tokens, s.price_usd), false) as is_off,
    price_digits(t.usd, t.tokens) as price, count(*) as n, sum(t.usd) as amount
  from (${countedIn(project)}) t
  left join stage_names n on n.project_id = t.project_id and n.key = t.key
  left join stages s on s.id = n.stage_id
  where t.tokens > 0
  group by 1, 2, 3, 4`

/**
 * Rows of `stage_buyers` of a project, by the present plan.
 * @param where on `w`, a row of `stage_wallets`
 */
export const buyersIn = (project: string, where = sql`true`) => sql`
  select w.project_id, coalesce(n.stage_id, 0) as stage_id,
    case when n.stage_id is null then w.key else '' end as own_key,
    count(distinct w.wallet_address) as buyers
  from stage_wallets w
  left join stage_names n on n.project_id = w.project_id and n.key = w.key
  where w.project_id = ${project} and w.n > 0 and ${where}
  group by 1, 2, 3`

export const stageDerivations = () => [
  ...rollups(SOURCE.purchases, 'purchases', countedIn),
  ...rollups(SOURCE.bonuses, 'bonuses', bonusesIn),
  {
    source: SOURCE.purchases,
    table: 'stage_prices' as const,
    what: 'prices of stages',
    where: sql`true`,
    empty: sql`(n, amount) = (0, 0)`,
    rows: pricesIn,
  },
  {
    source: SOURCE.purchases,
    table: 'stage_wallets' as const,
    what: 'wallets of stages',
    where: sql`true`,
    empty: sql`n = 0`,
    rows: (project: string) => sql`
      select project_id, wallet_address, key, count(*)
      from (${countedIn(project)}) t group by 1, 2, 3 order by 1, 2, 3`,
  },
  {
    source: SOURCE.purchases,
    table: 'stage_buyers' as const,
    what: 'buyers of stages',
    where: sql`true`,
    empty: sql`buyers = 0`,
    rows: (project: string) => buyersIn(project),
  },
]

/**
 * Others who save the plan, and a rebuild of the project's sums, wait until the transaction ends. It is
 * taken before the lock of the project's sales.
 */
export async function lockPlan(tx: Tx, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stages:${projectId}`}, 0))`.execute(tx)
}
