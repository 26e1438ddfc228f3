import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { LEVEL, SOURCE, SOURCE_ROWS } from './definition.ts'
import { DERIVATIONS } from './derivation.ts'
import { classesOf, codeSumsOf, HAS_OTHER_SUMS, walletSumsOf } from './rebuild.ts'
import { inSnapshot } from './snapshot.ts'

/** The number of derived rows of one kind that differ from the raw rows. */
export interface Difference {
  project: string
  what: string
  rows: number
}

/**
 * Compares all derived rows of a project with its raw rows in one snapshot of the database, exactly
 * (amounts to the last decimal).
 */
export async function checkProject(db: Db, project: string): Promise<Difference[]> {
  return inSnapshot(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const differences: Difference[] = []
    const count = async (what: string, rows: ReturnType<typeof sql>) => {
      const found = await sql<{ n: number }>`select count(*) as n from (${rows}) x`.execute(tx)
      const n = found.rows[0]?.n ?? 0
      if (n > 0) differences.push({ project, what, rows: n })
    }
    for (const { table, where, empty, rows, what } of DERIVATIONS) {
      const stored = sql`select * from ${sql.table(table)}
        where project_id = ${project} and ${where} and not (${empty})`
      const expected = rows(project)
      await count(
        what,
        sql`((${stored}) except (${expected})) union all ((${expected}) except (${stored}))`,
      )
    }
    await count(
      'deposit classes',
      sql`select from (${classesOf(project)}) s join transactions t using (id)
        where t.deposit_class is distinct from s.class`,
    )
    await count(
      'sums of wallets',
      sql`select from (${walletSumsOf(project)}) s join wallets w
        on w.project_id = ${project} and w.wallet_address = s.wallet_address
        where ${HAS_OTHER_SUMS}`,
    )
    await count(
      'sums of bonus codes',
      sql`select from (${codeSumsOf(project)}) s join bonus_codes c using (id)
        where (c.usd, c.bonus_tokens) <> (s.usd, s.tokens)`,
    )
    return differences
  })
}

/**
 * Compares the totals of a project's sums with its raw rows, for each source, in one snapshot. One scan
 * per source, where `checkProject` compares every row.
 * @returns the names of the sources whose totals differ
 */
export async function checkTotals(db: Db, project: string): Promise<string[]> {
  return inSnapshot(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const differing: string[] = []
    for (const source of Object.values(SOURCE)) {
      const { name, table, view, counted, amount } = SOURCE_ROWS[source]
      const { rows } = await sql<{ isEqual: boolean }>`
        select (raw.n, raw.amount) = (sums.n, sums.amount) as "isEqual"
        from (select count(*) as n, coalesce(sum(${sql.raw(amount)}), 0)::numeric as amount
            from ${sql.raw(view ?? table)}
            where project_id = ${project} and ${sql.raw(counted(''))}) as raw,
          (select coalesce(sum(n), 0) as n, coalesce(sum(amount), 0) as amount from time_rollups
            where project_id = ${project} and source = ${sql.lit(source)}
              and level = ${sql.lit(LEVEL.month)}) as sums`.execute(tx)
      if (!rows[0]?.isEqual) differing.push(name)
    }
    return differing
  })
}
