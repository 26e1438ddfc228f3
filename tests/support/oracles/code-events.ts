import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { TransactionStatus } from '#server/db/schema/schema.ts'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import {
  addBonusCode,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

// Random events that change what bonus codes have brought and given, and the sums in plain SQL.

const SEED = 20_261_121
const START = Date.parse('2026-11-01T09:00:00.000Z')
const DAYS = 40
const STATUSES: readonly TransactionStatus[] = [
  'completed',
  'completed',
  'pending',
  'processing',
  'failed',
  'expired',
  'refunded',
]

/** The stored sums of the codes. */
export async function readCodes(db: Db): Promise<object[]> {
  const { rows } =
    await sql<object>`select id, trim_scale(usd) as usd, trim_scale(bonus_tokens) as tokens
    from bonus_codes where project_id = 'CODES' order by id`.execute(db)
  return rows
}

/** A random period of purchases, in which some lie on a bound. */
export function somePeriod(random: () => number): { start_date: string; end_date: string } {
  const at = () =>
    START + Math.floor(random() * DAYS * 96) * (DAY_MS / 96) - (random() < 0.5 ? 1 : 0)
  const [from = 0, to = 0] = [at(), at()].toSorted((a, b) => a - b)
  return { start_date: new Date(from).toISOString(), end_date: new Date(to).toISOString() }
}

/** The number of purchases of a period, and the sums of those that count. */
export async function sumPurchases(
  db: Db,
  period?: { start_date: string; end_date: string },
): Promise<object[]> {
  const { rows } = await sql<object>`
    select count(*)::bigint as rows,
      trim_scale(coalesce(sum(case when status = 'completed' and voided_at is null
        then payment_usd_amount end), 0)) as usd,
      trim_scale(coalesce(sum(case when status = 'completed' and voided_at is null
        then tokens_bought end), 0)) as tokens
    from transactions where project_id = 'CODES'
      and created_at >= ${period?.start_date ?? '-infinity'} and created_at < ${period?.end_date ?? 'infinity'}`.execute(
    db,
  )
  return rows
}

/** The sums of the codes, from the purchases of each. */
export async function sumCodes(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select c.id,
      trim_scale(coalesce((select sum(t.payment_usd_amount) from transactions t
        where t.status = 'completed' and t.voided_at is null
          and t.id in (select transaction_id from bonus_transactions where bonus_code_id = c.id)), 0)) as usd,
      trim_scale(coalesce((select sum(b.bonus_token_amount) from bonus_transactions b, transactions t
        where b.bonus_code_id = c.id and t.id = b.transaction_id and t.status = 'completed'
          and t.voided_at is null), 0)) as tokens
    from bonus_codes c where c.project_id = 'CODES' order by c.id`.execute(db)
  return rows
}

/** How many codes there are. */
export const CODES = 4

/** Adds codes to the project CODES, and `count` random events of purchases and bonuses; calls `check` now and then. */
export async function changeCodes(
  db: Db,
  count: number,
  check: () => Promise<void>,
): Promise<void> {
  const random = randomNumbers(SEED)
  const whole = (most: number) => Math.floor(random() * (most + 1))
  const amount = () => `${whole(999)}.${whole(999_999)}`
  const some = (most: number) => Array.from({ length: 1 + whole(most - 1) }, () => random())
  const own = { project_id: 'CODES', wallet_address: someAddress() }
  const created_at = '2026-11-01T09:00:00Z'
  await addWallet(db, own)
  // Other rows may have numbers of their own.
  await sql`select setval(pg_get_serial_sequence('transactions', 'id'), max(id))
    from transactions`.execute(db)
  const codes: (number | null)[] = [null]
  for (let n = 0; n < CODES; n++)
    codes.push((await addBonusCode(db, { project_id: own.project_id })).id)
  const codeOf = () => codes[whole(CODES)] ?? null
  const chosen = async (table: 'transactions' | 'bonus_transactions', most: number) => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('project_id', '=', own.project_id)
      .orderBy('id')
      .execute()
    const ids = some(most).map((place) => rows[Math.floor(place * rows.length)]?.id)
    return sql`id = any(${ids.filter((id) => id !== undefined)}::bigint[])`
  }
  const statuses = () => sql`(array[${sql.join(STATUSES.slice(1))}])[1 + id % 6]`
  const events: (() => Promise<unknown>)[] = [
    () =>
      addTransaction(db, {
        ...own,
        status: STATUSES[whole(STATUSES.length - 1)] ?? 'completed',
        payment_usd_amount: amount(),
        tokens_bought: random() < 0.1 ? null : amount(),
        created_at: new Date(START + whole(DAYS * DAY_MS)),
      }),
    async () => {
      const where = await chosen('transactions', 3)
      await sql`insert into bonus_transactions (project_id, transaction_id, bonus_code_id,
          bonus_token_amount, identifier, type, wallet_address, created_at)
        select project_id, id, c.code, ${amount()}::numeric, 'x', 'bonus_code', wallet_address, ${created_at}
        from transactions, unnest(${[codeOf(), codeOf(), codeOf()]}::bigint[]) as c (code)
        where ${where}`.execute(db)
    },
    async () =>
      sql`update transactions set status = ${statuses()}, payment_usd_amount = ${amount()}
        where ${await chosen('transactions', 4)}`.execute(db),
    async () =>
      sql`update transactions set payment_usd_amount = payment_usd_amount + ${amount()}::numeric
        where ${await chosen('transactions', 4)}`.execute(db),
    async () =>
      sql`update transactions set status = 'completed' where ${await chosen('transactions', 6)}`.execute(
        db,
      ),
    async () =>
      sql`update transactions set voided_at = case when voided_at is null then now() end,
          void_reason = case when voided_at is null then 'a mistake' end
        where ${await chosen('transactions', 4)}`.execute(db),
    async () =>
      sql`update bonus_transactions set bonus_code_id = ${codeOf()},
          bonus_token_amount = ${amount()}
        where ${await chosen('bonus_transactions', 3)}`.execute(db),
    async () =>
      sql`delete from bonus_transactions where ${await chosen('bonus_transactions', 2)}`.execute(
        db,
      ),
    async () =>
      random() < 0.3 &&
      sql`delete from transactions where ${await chosen('transactions', 2)}`.execute(db),
  ]
  for (let n = 1; n <= count; n++) {
    await events[whole(events.length - 1)]?.()
    if (n % 30 === 0) await check()
  }
}
