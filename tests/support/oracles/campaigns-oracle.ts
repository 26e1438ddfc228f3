import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'

// The expected answers of channels, settlement and launches, computed with plain SQL over the raw rows.
// It uses none of the server's rollups, query plans or zone arithmetic.

export interface Range {
  /** ISO; included */
  start: string
  /** ISO; excluded */
  end: string
}

type Rows = Record<string, unknown>[]

const labelled = (column: string) => sql`coalesce(nullif(${sql.ref(column)}, ''), 'unknown')`

/** Rows of one project by source and medium, or by country within one of them; in no order. */
export async function expectedChannels(
  db: Db,
  project: string,
  { start, end }: Range,
  now: string,
  only?: { utm_source: string; utm_medium: string },
): Promise<Rows> {
  const keys = only
    ? sql`${labelled('country')} as country`
    : sql`${labelled('utm_source')} as utm_source, ${labelled('utm_medium')} as utm_medium`
  const names = only ? sql`country` : sql`utm_source, utm_medium`
  // A name alone would be the column, not its label.
  const places = only ? sql`1` : sql`1, 2`
  const isOnly = only
    ? sql`and ${labelled('utm_source')} = ${only.utm_source} and ${labelled('utm_medium')} = ${only.utm_medium}`
    : sql``
  const inRange = sql`created_at >= ${start}::timestamptz and created_at < ${end}::timestamptz`
  const { rows } = await sql<Rows[number]>`
    with placed as (
      select *, row_number() over (partition by wallet_address order by created_at, id) as place
      from transactions where project_id = ${project} and status = 'completed' and voided_at is null
    ), bought as (
      select ${keys}, count(*) as purchases, count(distinct wallet_address) as buyers,
        count(*) filter (where place = 1) as new_buyers,
        count(*) filter (where place = 2) as second_purchases,
        round(sum(payment_usd_amount), 2) as amount
      from placed where ${inRange} ${isOnly} group by ${places}
    ), registered as (
      select ${keys}, count(*) as registrations,
        count(*) filter (where created_at < ${now}::timestamptz - interval '168 hours') as old,
        count(*) filter (where created_at < ${now}::timestamptz - interval '168 hours'
          and exists (select from placed t where t.wallet_address = w.wallet_address
            and t.created_at < w.created_at + interval '168 hours')) as converted
      from wallets w where project_id = ${project} and ${inRange} ${isOnly} group by ${places}
    )
    select ${names}, coalesce(purchases, 0) as purchases, coalesce(buyers, 0) as buyers,
      coalesce(new_buyers, 0) as new_buyers, coalesce(second_purchases, 0) as second_purchases,
      coalesce(amount, 0)::float8 as amount, coalesce(registrations, 0) as registrations,
      coalesce(old, 0) as registrations_7_days_old,
      coalesce(converted, 0) as converted_within_7_days
    from bought full join registered using (${names})`.execute(db)
  return rows
}

/** The purchases that count of one project, by what its chain says of them. */
export async function expectedProofs(
  db: Db,
  project: string,
  { start, end }: Range,
): Promise<Record<string, unknown>> {
  const sumOf = (name: string, condition: string) =>
    sql.raw(`coalesce(sum(payment_usd_amount) filter (where ${condition}), 0)::text as ${name}_usd,
      count(*) filter (where ${condition}) as ${name}`)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sumOf('proven', `proof_state = 'proven'`)},
      ${sumOf('waiting', `proof_state = 'waiting'`)},
      ${sumOf('differs', `proof_state = 'differs'`)},
      ${sumOf('not_checkable', `proof_state is null`)}
    from transactions where project_id = ${project} and status = 'completed' and voided_at is null
      and created_at >= ${start}::timestamptz and created_at < ${end}::timestamptz`.execute(db)
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? trimDecimal(value) : value,
    ]),
  )
}

/** The settlement of one project without its list of terms; `by_token` in the order of the answer. */
export async function expectedSettlement(
  db: Db,
  project: string,
  { start, end }: Range,
): Promise<Record<string, unknown>> {
  const inRange = sql`project_id = ${project}
    and created_at >= ${start}::timestamptz and created_at < ${end}::timestamptz`
  const { rows } = await sql<Record<string, unknown>>`
    with sold as (
      select t.payment_usd_amount as usd,
        coalesce(known.fee, present.fee) as fee, coalesce(known.split, present.split) as split
      from transactions t
      cross join (select fee_percentage * fee_enabled::integer as fee,
        liquidity_split_percentage * liquidity_split_enabled::integer as split
        from projects where id = ${project}) present
      left join lateral (select fee_percentage * fee_enabled::integer as fee,
        liquidity_split_percentage * liquidity_split_enabled::integer as split
        from project_terms where project_id = ${project} and valid_from <= t.created_at
        order by valid_from desc, id desc limit 1) known on true
      where ${inRange} and status = 'completed' and voided_at is null
    ), came as (
      select count(*) as purchases, coalesce(sum(usd), 0) as gross, coalesce(sum(usd * fee), 0) as fees,
        coalesce(sum((usd - usd * fee) * split), 0) as liquidity from sold
    ), went as (
      select count(*) as payouts, coalesce(sum(amount_before_gas), 0) as paid_out
      from referral_payouts where ${inRange}
    ), back as (
      select count(*) as refunded_purchases, coalesce(sum(payment_usd_amount), 0) as refunded
      from transactions where ${inRange} and status = 'refunded' and voided_at is null
    ), given as (
      select count(*) as bonuses, coalesce(sum(bonus_token_amount), 0) as tokens
      from bonus_transactions b where transaction_id in
        (select id from transactions where ${inRange} and status = 'completed' and voided_at is null)
    )
    select purchases, payouts, refunded_purchases, bonuses,
      round(gross, 2)::text as gross_usd, round(fees, 2)::text as fees_usd,
      round(liquidity, 2)::text as liquidity_usd, round(paid_out, 2)::text as payouts_usd,
      round(gross - fees - liquidity - paid_out, 2)::text as remaining_usd,
      (round(gross - fees - liquidity - paid_out, 2) - round(gross, 2) + round(fees, 2)
        + round(liquidity, 2) + round(paid_out, 2))::text as rounding_usd,
      round(refunded, 2)::text as refunded_usd, trim_scale(tokens)::text as bonus_tokens
    from came, went, back, given`.execute(db)
  const { rows: byToken } = await sql<Record<string, unknown>>`
    select payment_token_name, trim_scale(sum(payment_token_amount))::text as amount,
      round(sum(payment_usd_amount), 2)::text as usd, count(*) as purchases
    from transactions where ${inRange} and status = 'completed' and voided_at is null group by 1
    order by sum(payment_usd_amount) desc, count(*) desc, 1`.execute(db)
  return { by_token: byToken, ...rows[0] }
}

/** The launch of one project, by the days of an IANA zone or an offset such as '+05:45'. */
export async function expectedLaunch(
  db: Db,
  project: string,
  zone: string,
  now: string,
  /** A planned stage: its names in lower case without blanks, and its planned start. */
  stage?: { names: readonly string[]; starts_at: string | null },
): Promise<Record<string, unknown>> {
  const start = stage?.starts_at ?? null
  const ofStage = stage
    ? sql`and lower(trim(stage_name)) = any(${[...stage.names]}::text[])
        and created_at >= coalesce(${start}::timestamptz, '-infinity')`
    : sql``
  // PostgreSQL reads '+02:00' as west of Greenwich (POSIX); an interval is unambiguous.
  const local = (at: ReturnType<typeof sql>) =>
    /^[+-]/.test(zone)
      ? sql`((${at}) at time zone 'UTC' + ${zone.replace('+', '')}::interval)::date`
      : sql`((${at}) at time zone ${zone})::date`
  const { rows } = await sql<
    Record<string, unknown> & { day: number | null; at: Date; age: number }
  >`
    with sold as (
      select ${local(sql`created_at`)} as date, created_at, payment_usd_amount as usd,
        row_number() over (partition by wallet_address order by created_at, id) = 1 as is_first
      from transactions where project_id = ${project} and status = 'completed' and voided_at is null
        and created_at <= ${now}::timestamptz ${ofStage}
    ), launched as (
      select coalesce(${local(sql`${start}::timestamptz`)}, min(date)) as date,
        coalesce(${start}::timestamptz, min(created_at)) as at from sold)
    select l.at, ${local(sql`${now}::timestamptz`)} - l.date + 1 as age, d.date - l.date + 1 as day,
      (select round(sum(usd), 2)::float8 from sold s where s.date <= d.date) as amount,
      (select count(*) from sold s where s.date <= d.date) as purchases,
      (select count(*) from sold s where s.date <= d.date and is_first) as buyers
    from launched l left join (select distinct date from sold) d on true
    where l.at <= ${now}::timestamptz order by d.date`.execute(db)
  const [first] = rows
  return {
    launched_at: first?.at.toISOString() ?? null,
    age_days: first?.age ?? 0,
    days: rows.flatMap(({ at: _at, age: _age, ...day }) => (day.day === null ? [] : day)),
  }
}
