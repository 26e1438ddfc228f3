import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SettingsError } from '#server/settings-error.ts'
import {
  addBonusTransaction,
  addProject,
  addReferralPayout,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { administerRollups } from './administration.ts'
import { inSnapshot, readRows } from './snapshot.ts'

const BUYER = '0x00000000000000000000000000000000000000b1'
let database: TestDatabase
let purchase: number

beforeAll(async () => {
  // Tests add a sequence and a function.
  database = await openTestDatabase({ isOwn: true })
  const { db } = database
  for (const id of ['AURA', 'HELIX']) {
    await addProject(db, { id })
    await addWallet(db, { project_id: id, wallet_address: BUYER })
    for (let i = 0; i < 3; i++) {
      ;({ id: purchase } = await addTransaction(db, { project_id: id, wallet_address: BUYER }))
    }
    await addReferralPayout(db, { project_id: id, transaction_id: purchase })
    const bonus = { project_id: id, transaction_id: purchase, wallet_address: BUYER }
    await addBonusTransaction(db, bonus)
  }
})
afterAll(() => database.close())

async function administer(...args: string[]) {
  const lines: string[] = []
  const isRight = await administerRollups(database.db, args, (line) => lines.push(line))
  return { isRight, lines: lines.map((line) => line.replace(/ \(.*\)/, '')) }
}

/** Bypasses the triggers, as a restore of single tables or a manual change can. */
async function corrupt(statement: string): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await sql`alter table transactions disable trigger user`.execute(tx)
    await sql.raw(statement).execute(tx)
    await sql`set constraints all immediate`.execute(tx)
    await sql`alter table transactions enable trigger user`.execute(tx)
  })
}

test('figures that equal their rows pass the check', async () => {
  expect(await administer('check')).toEqual({
    isRight: true,
    lines: ['AURA: all figures equal their rows', 'HELIX: all figures equal their rows'],
  })
})

test.each([
  [
    'an amount changed without the triggers',
    `update transactions set payment_usd_amount = payment_usd_amount + 0.000000000000000001 where project_id = 'HELIX'`,
    'purchases by 15 minutes',
  ],
  [
    'a changed deposit class',
    `update transactions set deposit_class = 2 where project_id = 'HELIX'`,
    'deposit classes',
  ],
  [
    'a changed proof',
    `update transactions set proof_state = 'proven' where project_id = 'HELIX'`,
    'proofs by day',
  ],
  [
    'a missing purchase',
    `delete from transactions where project_id = 'HELIX' and deposit_class = 1`,
    'sums of wallets',
  ],
  [
    'a changed sum',
    `update time_rollups set n = n + 1 where project_id = 'HELIX' and level = 'm'`,
    'purchases by month',
  ],
  [
    'a missing sum of all time',
    `delete from dimension_rollups where project_id = 'HELIX' and level = 'a'`,
    'countries by all time',
  ],
  [
    'a sum without rows',
    `insert into time_rollups values ('HELIX', 'y', 'h', now(), 1, 1)`,
    'referral payouts by hour',
  ],
])('the check finds %s, and a rebuild corrects it', async (_what, statement, difference) => {
  await corrupt(statement)
  const found = await administer('check')
  expect(found.isRight).toBe(false)
  expect(found.lines[0]).toBe('AURA: all figures equal their rows')
  expect(found.lines.some((line) => line.startsWith(`HELIX: ${difference}: `))).toBe(true)
  expect(await administer('rebuild', 'HELIX')).toEqual({
    isRight: true,
    lines: ['HELIX: rebuilt'],
  })
  expect((await administer('check')).isRight).toBe(true)
})

test('the check names every wrong table of stages, and a rebuild by the plan corrects them', async () => {
  const where = `where project_id = 'HELIX'`
  for (const statement of [
    `update stage_rollups set tokens = tokens + 0.000000000000000001
      ${where} and source = 'p' and level = 'd'`,
    `delete from stage_rollups ${where} and source = 'b' and level = 'a'`,
    `update stage_prices set price = price * 2 ${where}`,
    `delete from stage_wallets ${where}`,
    `update stage_buyers set buyers = buyers + 1 ${where}`,
  ])
    await corrupt(statement)
  const differences = async () =>
    (await administer('check')).lines.flatMap(
      (line) => /^HELIX: (.*): \d+ rows/.exec(line)?.[1] ?? [],
    )
  expect(await differences()).toEqual([
    'purchases of stages by day',
    'purchases of stages by all time',
    'bonuses of stages by all time',
    'prices of stages',
    'wallets of stages',
    'buyers of stages',
  ])
  await administer('rebuild', 'HELIX')
  expect(await differences()).toEqual([])
  // A plan that nothing was counted by, and a purchase that was moved to another stage.
  await corrupt(`
    with plan as (insert into stage_plans (project_id) values ('HELIX') returning project_id),
      stage as (insert into stages (project_id, position, name, price_usd)
        select project_id, 0, 'Stage 1', 0.2 from plan returning project_id, id, name)
      insert into stage_names (project_id, key, stage_id, name, position)
        select project_id, stage_key(name), id, name, 0 from stage`)
  await corrupt(`update transactions set stage_name = 'OTC' ${where} and deposit_class = 1`)
  expect(await differences()).toEqual([
    'purchases of stages by 15 minutes',
    'prices of stages',
    'wallets of stages',
    'buyers of stages',
  ])
  await administer('rebuild', 'HELIX')
  expect(await differences()).toEqual([])
})

test.each([[['sum']], [[]], [['check', 'NOSUCH']]])(
  'the arguments %j are an error',
  async (args) => {
    await expect(administer(...args)).rejects.toThrow(SettingsError)
  },
)

test('a read that a replica had to give up is made again', async () => {
  let tries = 0
  const answer = await inSnapshot(database.db, async (tx) => {
    tries += 1
    // What a conflict with recovery looks like to who reads.
    if (tries < 3)
      await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(tx)
    return tries
  })
  expect(answer).toBe(3)
})

test('a single statement that a replica had to give up is made again', async () => {
  const { db } = database
  await sql`create sequence tries`.execute(db)
  await sql`create function read_on_replica() returns bigint language plpgsql as $$ begin
    if nextval('tries') < 3 then raise exception 'conflict' using errcode = '40001'; end if;
    return currval('tries'); end $$`.execute(db)
  expect(await readRows(db, sql`select read_on_replica() as n`)).toEqual([{ n: 3 }])
})
