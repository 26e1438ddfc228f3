import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'

// The expected effect of a bonus code, computed with plain SQL over the raw rows. It uses none of the
// server's rollups, deposit classes, query plans or zone arithmetic.

interface Question {
  project: string
  code: number
  now: Date
  /** an IANA zone */
  zone: string
}

type Expected = Omit<CodeEffect, 'code'>

const iso = (at: number) => new Date(at).toISOString()

export async function expectedEffect(db: Db, question: Question): Promise<Expected> {
  const { rows } = await sql<{ start: number; stop: number | null }>`
    select extract(epoch from coalesce(start_date, created_at))::float8 * 1000 as start,
      extract(epoch from case when disabled_at < end_date or end_date is null then disabled_at
        else end_date end)::float8 * 1000 as stop
    from bonus_codes where id = ${question.code}`.execute(db)
  const [code] = rows
  if (!code) throw new Error('There is no such code')
  const { start } = code
  const stop = code.stop ?? Infinity
  const now = question.now.getTime()
  const uses = await usesOf(db, question)
  if (start >= now || start >= stop) {
    const none = await figures(db, question, start, start)
    const to = stop === Infinity || stop < start ? start : stop
    const during = { ...none, to: iso(to) }
    return { during, before: null, after: null, ...uses, by_day: [], sources: [], countries: [] }
  }
  const end = Math.min(stop, now)
  const [first, last] = [start - (end - start), stop <= now ? end + (end - start) : end]
  return {
    during: await figures(db, question, start, end),
    before: await figures(db, question, first, start),
    after: stop <= now ? await figures(db, question, end, last) : null,
    ...uses,
    by_day: await days(db, question, first, last),
    sources: await ranking(db, question, ['utm_source', 'utm_medium'], [start, end]),
    countries: await ranking(db, question, ['country'], [start, end]),
  }
}

const COMPLETED = ({ project }: Question) =>
  sql`t.project_id = ${project} and t.status = 'completed' and t.voided_at is null`
const BETWEEN = (question: Question, from: number, to: number) => sql`${COMPLETED(question)}
  and t.created_at >= ${iso(from)}::timestamptz and t.created_at < ${iso(to)}::timestamptz`
const WITH_CODE = ({ code }: Question) => sql`t.id in (
  select transaction_id from bonus_transactions where bonus_code_id = ${code})`

async function usesOf(db: Db, question: Question) {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(t.created_at) as first, max(t.created_at) as last
    from transactions as t where ${COMPLETED(question)} and ${WITH_CODE(question)}`.execute(db)
  return {
    first_use: rows[0]?.first?.toISOString() ?? null,
    last_use: rows[0]?.last?.toISOString() ?? null,
  }
}

async function figures(db: Db, question: Question, from: number, to: number) {
  const sums = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ n: number; buyers: number; first: number; usd: string }>`
      select count(*) as n, count(distinct t.wallet_address) as buyers,
        count(*) filter (where not exists (
          select from transactions as e
          where e.project_id = t.project_id and e.wallet_address = t.wallet_address
            and e.status = 'completed' and e.voided_at is null and (e.created_at, e.id) < (t.created_at, t.id))) as first,
        coalesce(sum(t.payment_usd_amount), 0) as usd
      from transactions as t where ${BETWEEN(question, from, to)} and ${condition}`.execute(db)
    const [row] = rows
    if (!row) throw new Error('No sums')
    return row
  }
  const [own, all] = [await sums(WITH_CODE(question)), await sums(sql`true`)]
  const { rows } = await sql<{ tokens: string; own: string; all: string; share: string | null }>`
    select (select coalesce(sum(b.bonus_token_amount), 0)
        from bonus_transactions as b join transactions as t on t.id = b.transaction_id
        where b.bonus_code_id = ${question.code} and ${BETWEEN(question, from, to)}) as tokens,
      round(${own.usd}::numeric, 2) as own, round(${all.usd}::numeric, 2) as all,
      case when ${all.usd}::numeric <> 0
        then trunc(${own.usd}::numeric * 100 / ${all.usd}::numeric, 2) end as share`.execute(db)
  const [amounts] = rows
  if (!amounts) throw new Error('No amounts')
  const present = ({ n, buyers, first }: typeof own, amount: string) => ({
    purchases: n,
    buyers,
    new_buyers: first,
    amount: Number(amount),
  })
  return {
    from: iso(from),
    to: iso(to),
    ...present(own, amounts.own),
    bonus_tokens: trimDecimal(amounts.tokens),
    share_of_project: amounts.share === null ? null : Number(amounts.share),
    project: present(all, amounts.all),
  }
}

async function days(db: Db, question: Question, from: number, to: number) {
  const { rows } = await sql<{ date: string; n: number; own: string; project: string }>`
    select to_char(day, 'YYYY-MM-DD"T"HH24:MI:SS')
        || case when ahead < interval '0' then '-' else '+' end
        || to_char(greatest(ahead, -ahead), 'HH24:MI') as date, n, own, project
    from (
      select day, day - (day at time zone ${question.zone}) at time zone 'UTC' as ahead,
        count(*) filter (where is_own) as n,
        round(coalesce(sum(usd) filter (where is_own), 0), 2) as own, round(sum(usd), 2) as project
      from (
        select date_trunc('day', t.created_at at time zone ${question.zone}) as day,
          ${WITH_CODE(question)} as is_own, t.payment_usd_amount as usd
        from transactions as t where ${BETWEEN(question, from, to)}) as sold
      group by day) as days
    order by day`.execute(db)
  return rows.map(({ date, n, own, project }) => ({
    date,
    purchases: n,
    amount: Number(own),
    project_amount: Number(project),
  }))
}

async function ranking<Label extends 'utm_source' | 'utm_medium' | 'country'>(
  db: Db,
  question: Question,
  labels: readonly Label[],
  [from, to]: readonly [number, number],
): Promise<(Record<Label, string> & { purchases: number; amount: number })[]> {
  const columns = sql.join(
    labels.map((label) => {
      const column = sql.ref(`t.${label}`)
      return sql`case when ${column} = '' or ${column} is null then 'unknown' else ${column} end
        as ${sql.ref(label)}`
    }),
  )
  const names = sql.join(labels.map((label) => sql.ref(label)))
  const { rows } = await sql<Record<Label, string> & { purchases: number; amount: string }>`
    select ${names}, count(*) as purchases, round(sum(usd), 2) as amount
    from (select ${columns}, t.payment_usd_amount as usd from transactions as t
      where ${BETWEEN(question, from, to)} and ${WITH_CODE(question)}) as sold
    group by ${names} order by sum(usd) desc, count(*) desc, ${names}`.execute(db)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}
