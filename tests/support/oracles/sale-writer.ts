import { cpSync } from 'node:fs'
import { sql } from 'kysely'
import { openEmbedded, openPostgres, type Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { WRITER_PROJECT, WRITER_WALLETS } from './sale-writer-rows.ts'

// A program that writes sales until it is killed, and prints the number of each committed sale:
//   node sale-writer.js <folder or URL> <first number> [shadow folder] [commits between cuts] [cuts]
// With a shadow folder (see power-cut.mjs) it also copies the state that a power cut would leave.
const [where = '', first = '1', shadow, every = '0', cuts = '0'] = process.argv.slice(2)
const fail = (error: Error) => {
  console.error(error)
  process.exit(1)
}
const { db } = where.startsWith('postgres')
  ? openPostgres(where, () => {})
  : await openEmbedded(where, { onLost: fail, onMaintenanceError: fail })

process.stdout.write('ready\n')
let cut = 0
for (let n = Number(first); ; n++) {
  await sell(db, n)
  process.stdout.write(`${n}\n`)
  if (n % 60 === 0) await sql`checkpoint`.execute(db)
  if (n % 170 === 0) await sql`vacuum time_rollups`.execute(db)
  if (shadow !== undefined && n % Number(every) === 0) {
    cut += 1
    cpSync(shadow, `${shadow}-${cut}`, { recursive: true })
    process.stdout.write(`cut ${cut} ${n}\n`)
    if (cut === Number(cuts)) process.exit(0)
  }
}

/** Sale number n, a refund of an earlier one now and then, a bonus and a credit, in one transaction. */
async function sell(database: Db, n: number): Promise<void> {
  const wallet = WRITER_WALLETS[n % WRITER_WALLETS.length]
  await inTransaction(database, async (tx) => {
    const now = new Date(Date.UTC(2026, 0, 1) + n * 600_000)
    await sql`insert into transactions (project_id, wallet_address, payment_token_name,
        payment_token_amount, payment_usd_amount, status, created_at, updated_at)
      values (${WRITER_PROJECT}, ${wallet}, 'ETH', ${n}, 1.000000000000000001, 'completed', ${now}, ${now})`.execute(
      tx,
    )
    if (n % 5 === 0)
      await sql`update transactions set status = 'refunded' where payment_token_amount = ${n - 3}`.execute(
        tx,
      )
    await sql`insert into bonus_transactions (project_id, transaction_id, bonus_token_amount,
        identifier, type, wallet_address, created_at)
      select project_id, id, ${n}, 'Gold', 'rank', wallet_address, created_at from transactions
      where payment_token_amount = ${n}`.execute(tx)
    await sql`insert into manual_transactions (project_id, wallet_address, tokens, reason, authorizer, created_at, updated_at)
      values (${WRITER_PROJECT}, ${wallet}, ${n}, 'writer', 'writer', ${now}, ${now})`.execute(tx)
  })
}
