import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { isCounted, PURCHASE_SUMS, SOURCE, SOURCE_ROWS, type Source } from './definition.ts'
import { DERIVATIONS } from './derivation.ts'
import { lockPlan } from './stage-derivations.ts'

/** Projects with rows or rollups. */
export async function rolledUpProjects(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects union select distinct project_id from time_rollups order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const SOURCES = Object.values(SOURCE)

/**
 * Rebuilds all rollups, deposit classes and sums of wallets and codes of a project from its raw rows.
 * Readers see the old figures until the commit, writers wait. Each table has its own transaction: locks on
 * two tables could deadlock with writers that take them in the other order.
 */
export async function rebuildProject(db: Db, project: string): Promise<void> {
  for (const source of SOURCES) {
    await inTransaction(db, async (tx) => {
      // The statement timeout is meant for requests.
      await sql`set local statement_timeout = 0`.execute(tx)
      await holdWriters(tx, project, source)
      if (source === SOURCE.purchases) await classify(tx, project)
      if (source === SOURCE.registrations) await sumWallets(tx, project)
      if (source === SOURCE.bonuses) await sumCodes(tx, project)
      await deriveSource(tx, project, source)
    })
  }
}

/**
 * A bonus counts with its purchase, so the writers of two tables change its sums. Both hold the
 * project's lock when they do.
 */
async function holdWriters(tx: Tx, project: string, source: Source): Promise<void> {
  // Prices and buyers of stages are counted again when a plan is saved.
  if (source === SOURCE.purchases) await lockPlan(tx, project)
  await (
    source === SOURCE.bonuses
      ? sql`select lock_project_sales(${project})`
      : sql`lock table ${sql.table(SOURCE_ROWS[source].table)} in share row exclusive mode`
  ).execute(tx)
}

/**
 * Replaces the project's rollups by sums of its raw rows and their classes, in the caller's
 * transaction. No other transaction may write the project's sales at the same time.
 */
export async function deriveRollups(tx: Tx, project: string): Promise<void> {
  for (const source of SOURCES) await deriveSource(tx, project, source)
}

async function deriveSource(tx: Tx, project: string, source: Source): Promise<void> {
  const own = DERIVATIONS.filter((one) => one.source === source)
  for (const { table, where } of own)
    await sql`delete from ${sql.table(table)}
      where project_id = ${project} and ${where}`.execute(tx)
  for (const { table, rows } of own)
    await sql`insert into ${sql.table(table)} ${rows(project)}`.execute(tx)
}

async function classify(tx: Tx, project: string): Promise<void> {
  await sql`
    update transactions t set deposit_class = s.class from (${classesOf(project)}) s
    where t.id = s.id and t.deposit_class is distinct from s.class`.execute(tx)
}

/**
 * Replaces the sums that the project's wallets have of their purchases, bonuses and credits. While
 * others write, the caller holds a lock on the table: what they have not committed, they add afterwards.
 */
export async function sumWallets(tx: Tx, project: string): Promise<void> {
  await sql`
    update wallets w set purchase_count = s.n, first_purchase_at = s.first, paid_usd = s.usd,
      purchased_tokens = s.tokens, bonus_tokens = s.bonus, credited_tokens = s.credited
    from (${walletSumsOf(project)}) s
    where w.project_id = ${project} and w.wallet_address = s.wallet_address
      and ${HAS_OTHER_SUMS}`.execute(tx)
}

/**
 * Replaces the sums that the project's codes have of their purchases and bonuses. While others write, the
 * caller holds the project's lock.
 */
export async function sumCodes(tx: Tx, project: string): Promise<void> {
  await sql`
    update bonus_codes c set usd = s.usd, bonus_tokens = s.tokens from (${codeSumsOf(project)}) s
    where c.id = s.id and (c.usd, c.bonus_tokens) <> (s.usd, s.tokens)`.execute(tx)
}

/** Whether a wallet `w` differs from its correct sums `s`. */
export const HAS_OTHER_SUMS = sql`(w.purchase_count, w.first_purchase_at, w.paid_usd,
    w.purchased_tokens, w.bonus_tokens, w.credited_tokens)
  is distinct from (s.n, s.first, s.usd, s.tokens, s.bonus, s.credited)`

/** Rows `id, class`: the correct deposit class of each purchase of the project. */
export function classesOf(project: string) {
  return sql`
    select id, case when ${sql.raw(isCounted(''))} then least(4, row_number() over (
      partition by wallet_address, ${sql.raw(isCounted(''))} order by created_at, id)) end::smallint as class
    from transactions where project_id = ${project}`
}

/** Rows `wallet_address, n, first, usd, tokens, bonus, credited`: the correct sums of each wallet of the project. */
export function walletSumsOf(project: string) {
  return sql`
    select w.wallet_address, coalesce(p.n, 0) as n, p.first, coalesce(p.usd, 0) as usd,
      coalesce(p.tokens, 0) as tokens, coalesce(b.tokens, 0) as bonus,
      coalesce(m.tokens, 0) as credited
    from wallets w
    left join (
      select t.wallet_address, ${sql.raw(PURCHASE_SUMS)} from transactions t
      where t.project_id = ${project} and ${sql.raw(isCounted('t.'))} group by 1
    ) p using (wallet_address)
    left join (
      select b.wallet_address, sum(b.bonus_token_amount) as tokens
      from bonus_transactions b join transactions t on t.id = b.transaction_id
      where b.project_id = ${project} and ${sql.raw(isCounted('t.'))} group by 1
    ) b using (wallet_address)
    left join (
      select wallet_address, sum(tokens) as tokens from manual_transactions m
      where project_id = ${project}
        and not exists (select from credit_reversals r where r.credit_id = m.id) group by 1
    ) m using (wallet_address)
    where w.project_id = ${project}`
}

/** Rows `id, usd, tokens`: the correct sums of each bonus code of the project. */
export function codeSumsOf(project: string) {
  return sql`
    select c.id, coalesce(s.usd, 0) as usd, coalesce(s.tokens, 0) as tokens
    from bonus_codes c
    left join (
      select b.bonus_code_id, sum(t.payment_usd_amount) as usd, sum(b.tokens) as tokens
      from (
        select bonus_code_id, transaction_id, sum(bonus_token_amount) as tokens
        from bonus_transactions
        where bonus_code_id in (select id from bonus_codes where project_id = ${project})
        group by 1, 2
      ) b join transactions t on t.id = b.transaction_id
      where ${sql.raw(isCounted('t.'))} group by 1
    ) s on s.bonus_code_id = c.id
    where c.project_id = ${project}`
}
