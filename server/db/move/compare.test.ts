import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { tablesOf } from '#tests/support/server/filled-tables.ts'
import { findDifference } from './compare.ts'
import { NOT_COPIED, readTables } from './tables.ts'

const WALLET = '0x00000000000000000000000000000000000000c1'
const sell = (db: Db) =>
  addTransaction(db, { project_id: 'AURA', wallet_address: WALLET, payment_usd_amount: '10' })

test('every table is copied, or is an exception with a reason', async () => {
  const { db, close } = await openTestDatabase()
  const copied = (await readTables(db)).map(({ name }) => name)
  expect([...copied, ...Object.keys(NOT_COPIED)].toSorted()).toEqual(
    (await tablesOf(db)).toSorted(),
  )
  await close()
})

test('a comparison finds one digit, one letter and one number of a sequence', async () => {
  const [one, other] = [await openTestDatabase(), await openTestDatabase()]
  for (const { db } of [one, other]) {
    await addProject(db, { id: 'AURA', project_ticker: 'Aura' })
    await addWallet(db, { project_id: 'AURA', wallet_address: WALLET })
    await sell(db)
  }
  await sql`update transactions set transaction_hash = 'same'`.execute(one.db)
  await sql`update transactions set transaction_hash = 'same'`.execute(other.db)
  const tables = await readTables(one.db)
  const compare = () => findDifference(one.db, other.db, tables)
  expect(await compare()).toBeNull()
  await sql`select nextval('leads_id_seq')`.execute(other.db)
  expect(await compare()).toBe('leads_id_seq: 1, t instead of 1, f')
  await sql`update projects set project_ticker = 'aura'`.execute(other.db)
  expect(await compare()).toMatch(/^projects: hash of the rows: \S+ instead of \S+$/)
  await sql`update projects set project_ticker = 'Aura'`.execute(other.db)
  await sql`update transactions set payment_usd_amount = payment_usd_amount + 1e-18`.execute(
    other.db,
  )
  // The amount is in one sum of each dimension.
  expect(await compare()).toMatch(
    /^dimension_rollups: sum of amount: \d+\.0{16}\d\d instead of \d+\.0{18}$/,
  )
  await one.close()
  await other.close()
})
