import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { addProject, addWallet } from '#tests/support/server/builders.ts'

export const WRITER_PROJECT = 'CRASH'
export const WRITER_WALLETS = [1, 2, 3].map((n) => `0x${String(n).padStart(40, '0')}`)

/** The project and wallets that sale-writer.ts uses. */
export async function addWriterRows(db: Db): Promise<void> {
  await addProject(db, { id: WRITER_PROJECT })
  for (const wallet_address of WRITER_WALLETS)
    await addWallet(db, {
      project_id: WRITER_PROJECT,
      wallet_address,
      created_at: new Date('2026-01-01'),
    })
}

export interface Sold {
  /** the number of the last sale that is there */
  last: number
  /** descriptions of the errors found; must be empty */
  errors: string[]
}

/** Checks that all sales up to `acknowledged` exist, each complete and once, and that every sum is right. */
export async function readSold(db: Db, acknowledged: number): Promise<Sold> {
  const { rows } = await sql<{ sales: number; last: number; credits: number; credited: string }>`
    select (select count(*) from transactions) as sales,
      (select coalesce(max(payment_token_amount), 0)::bigint from transactions) as last,
      (select count(*) from manual_transactions where reason = 'writer') as credits,
      (select coalesce(sum(tokens), 0)::bigint::text from manual_transactions where reason = 'writer') as credited`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('No row')
  const errors: string[] = []
  if (row.last < acknowledged) errors.push(`${acknowledged - row.last} acknowledged sales are lost`)
  if (row.sales !== row.last) errors.push(`${row.sales} sales up to number ${row.last}`)
  if (row.credits !== row.last) errors.push(`${row.credits} credits up to number ${row.last}`)
  if (row.credited !== String((row.last * (row.last + 1)) / 2))
    errors.push(`${row.credited} tokens credited`)
  for (const { what, rows: wrong } of await checkProject(db, WRITER_PROJECT))
    errors.push(`${what}: ${wrong}`)
  return { last: row.last, errors: errors }
}
