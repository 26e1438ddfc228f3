import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { SOURCE, type Source } from '#server/db/rollups/definition.ts'
import { planSums } from '#server/db/rollups/dimension-parts.ts'
import { instants, projectRows, sumFigures } from '#server/db/rollups/pieces.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { slotRows } from './analytics-time.ts'

/** The lines of a project: decimals as text, each rounded once, USD to cents. */
export interface SettlementLines {
  project_id: string
  purchases: number
  gross_usd: string
  fees_usd: string
  liquidity_usd: string
  payouts_usd: string
  payouts: number
  remaining_usd: string
  rounding_usd: string
  refunded_usd: string
  refunded_purchases: number
  bonus_tokens: string
  bonuses: number
  terms_since: Date | null
}

/** The completed purchases with one payment token; `amount` in the token, exact. */
export interface TokenSum {
  project_id: string
  payment_token_name: string
  amount: string
  usd: string
  purchases: number
}

/** The terms that applied from an instant on, as fractions; 0 where the fee or the split was off. */
export interface AppliedTerms {
  project_id: string
  at: Date
  fee: string
  liquidity: string
}

export interface Settlements {
  lines: SettlementLines[]
  tokens: TokenSum[]
  applied: AppliedTerms[]
}

/**
 * What came in and where it went in a range, by project. Each purchase is settled at
 * the terms of its time; before the history of the terms begins, at the present ones.
 */
export function sumSettlements(
  db: Db,
  projects: readonly string[],
  range: TimeRange,
): Promise<Settlements> {
  return inSnapshot(db, async (tx) => {
    const edges = [range.start, ...(await changesOfTerms(tx, projects, range)), range.end]
    return {
      lines: await sumLines(tx, projects, range, edges),
      tokens: await sumTokens(tx, projects, range),
      applied: await findTerms(tx, projects, edges),
    }
  })
}

/** The instants within the range at which the terms of one of the projects change. */
async function changesOfTerms(
  tx: Tx,
  projects: readonly string[],
  { start, end }: TimeRange,
): Promise<number[]> {
  // Purchases have whole milliseconds: those before the change lie before the next one.
  const { rows } = await sql<{ at: number }>`
    select distinct ceil(extract(epoch from valid_from) * 1000)::bigint as at from project_terms
    where project_id = any(${[...projects]}::text[])
      and valid_from > ${new Date(start)} and valid_from < ${new Date(end)}
    order by 1`.execute(tx)
  return rows.map(({ at }) => at).filter((at) => at > start && at < end)
}

/** `fee` and `liquidity` of a project at an instant, as a query for a lateral join. */
const termsAt = (project: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
  select case when fee_enabled then fee_percentage else 0 end as fee,
    case when liquidity_split_enabled then liquidity_split_percentage else 0 end as liquidity
  from (
    (select fee_enabled, fee_percentage, liquidity_split_enabled, liquidity_split_percentage
      from project_terms where project_id = ${project} and valid_from <= ${at}
      order by valid_from desc, id desc limit 1)
    union all
    select fee_enabled, fee_percentage, liquidity_split_enabled, liquidity_split_percentage
      from projects where id = ${project}) known limit 1`

async function sumLines(
  tx: Tx,
  projects: readonly string[],
  range: TimeRange,
  edges: readonly number[],
): Promise<SettlementLines[]> {
  const sumOf = (source: Source) => sql`
    select project_id, sum(n)::bigint as n, sum(amount) as amount
    from (${slotRows(source, projects, range, [range.start, range.end], sumFigures(source))}) x
    group by 1`
  const { rows } = await sql<SettlementLines>`
    with sales as (
      select project_id, slot, sum(n) as n, sum(amount) as amount
      from (${slotRows(SOURCE.purchases, projects, range, edges, sumFigures(SOURCE.purchases))}) x
      group by 1, 2
    ), settled as (
      select s.project_id, sum(s.n)::bigint as n, sum(s.amount) as gross,
        sum(s.amount * t.fee) as fees,
        sum((s.amount - s.amount * t.fee) * t.liquidity) as liquidity
      from sales s cross join lateral
        (${termsAt(sql`s.project_id`, sql`(${instants(edges)})[s.slot + 1]`)}) t
      group by 1
    ), exact as (
      select p.id as project_id, coalesce(s.n, 0) as purchases, coalesce(s.gross, 0) as gross,
        coalesce(s.fees, 0) as fees, coalesce(s.liquidity, 0) as liquidity,
        coalesce(y.n, 0) as payouts, coalesce(y.amount, 0) as paid_out,
        coalesce(f.n, 0) as refunded_purchases, coalesce(f.amount, 0) as refunded,
        coalesce(b.n, 0) as bonuses, coalesce(b.amount, 0) as bonus_tokens
      from ${projectRows(projects)} left join settled s on s.project_id = p.id
        left join (${sumOf(SOURCE.payouts)}) y on y.project_id = p.id
        left join (${sumOf(SOURCE.refunds)}) f on f.project_id = p.id
        left join (${sumOf(SOURCE.bonuses)}) b on b.project_id = p.id
    ), rounded as (
      select project_id, purchases, payouts, refunded_purchases, bonuses,
        round(gross, 2) as gross_usd, round(fees, 2) as fees_usd,
        round(liquidity, 2) as liquidity_usd, round(paid_out, 2) as payouts_usd,
        round(gross - fees - liquidity - paid_out, 2) as remaining_usd,
        round(refunded, 2) as refunded_usd, trim_scale(bonus_tokens) as bonus_tokens
      from exact)
    select *, remaining_usd - (gross_usd - fees_usd - liquidity_usd - payouts_usd) as rounding_usd,
      (select min(valid_from) from project_terms t where t.project_id = rounded.project_id)
        as terms_since
    from rounded`.execute(tx)
  return rows
}

async function sumTokens(
  tx: Tx,
  projects: readonly string[],
  range: TimeRange,
): Promise<TokenSum[]> {
  const sums = await planSums(
    tx,
    { dimension: 'currency', figures: ['n', 'amount', 'paid'], by: ['k1'] },
    projects,
    range,
  )
  if (sums === null) return []
  const { rows } = await sql<TokenSum>`
    select p.id as project_id, x.k1 as payment_token_name, trim_scale(x.paid) as amount,
      round(x.amount, 2) as usd, x.n as purchases
    from ${projectRows(projects)} cross join lateral (${sums.rows}) x
    order by 1, x.amount desc, x.n desc, x.k1`.execute(tx)
  return rows
}

async function findTerms(
  tx: Tx,
  projects: readonly string[],
  edges: readonly number[],
): Promise<AppliedTerms[]> {
  const { rows } = await sql<AppliedTerms>`
    select p.id as project_id, e.at, trim_scale(t.fee) as fee, trim_scale(t.liquidity) as liquidity
    from ${projectRows(projects)} cross join unnest(${instants(edges.slice(0, -1))}) as e (at)
    cross join lateral (${termsAt(sql`p.id`, sql`e.at`)}) t
    order by 1, 2`.execute(tx)
  return rows
}
