import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { sql, type Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseOn, embeddedPool, type Db } from '#server/db/engine/open.ts'
import { insertMany } from '#server/db/ingest/insert-many.ts'
import { migrate, MIGRATIONS } from '#server/db/migrations/migrate.ts'
import { sumTransactions } from '#server/db/records/transactions.ts'
import { readWalletDetails } from '#server/db/records/wallet-details.ts'
import { listWallets } from '#server/db/records/wallets.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { rebuildProject } from '#server/db/rollups/rebuild.ts'
import type { Database, TransactionStatus } from '#server/db/schema/schema.ts'
import { addDecimals, trimDecimal } from '#src/domain/money/decimals.ts'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import {
  changeCodes,
  CODES,
  readCodes,
  somePeriod,
  sumCodes,
  sumPurchases,
} from './support/oracles/code-events.ts'
import {
  addBonusCode,
  addBonusTransaction,
  addManualTransaction,
  addProject,
  addTransaction,
  addUser,
  addWallet,
  someAddress,
} from './support/server/builders.ts'
import { openTestDatabase } from './support/server/database.ts'
import { openMigrated, whyNoPostgres } from './support/server/postgres.ts'
import { byExtent } from './support/server/test-extent.ts'

const COUNT = byExtent({ change: 300, long: 10_000 })
const PAGE = 100
const SEED = 20_261_120
const STATUSES: readonly TransactionStatus[] = [
  'completed',
  'completed',
  'pending',
  'processing',
  'failed',
  'expired',
  'refunded',
]

interface Opened {
  db: Db
  close(): Promise<void>
}

const missing = whyNoPostgres()
if (missing !== null) console.warn(`Tests on PostgreSQL are skipped: ${missing}`)

describe('on the embedded database', () => {
  proveTotals(() => openTestDatabase())
})
describe.runIf(missing === null)('on PostgreSQL', () => {
  proveTotals(openMigrated)
})

test('wallets and codes get the sums of the rows from before, and requests from before are for credits', async () => {
  const lite = await PGlite.create()
  const db = databaseOn(embeddedPool(createPgConfig(lite)))
  const step = '040-correction-triggers'
  await migrate(
    db,
    MIGRATIONS.filter(({ name }) => name < step),
  )
  const { id: project_id } = await addProject(db)
  const [buyer, other] = [someAddress(), someAddress()]
  const own = { project_id, wallet_address: buyer }
  for (const wallet_address of [buyer, other]) await addWallet(db, { project_id, wallet_address })
  const statuses = ['completed', 'completed', 'pending', 'refunded', 'failed'] as const
  const { id: bonus_code_id } = await addBonusCode(db, { project_id })
  for (const status of statuses) {
    const { id } = await addTransaction(db, { ...own, status })
    for (const wallet_address of [buyer, other])
      await addBonusTransaction(db, { ...own, wallet_address, transaction_id: id, bonus_code_id })
  }
  await addManualTransaction(db, own)
  const { id: person, email } = await addUser(db)
  await sql`insert into approvals (project_id, wallet_address, tokens, requester_id, requester,
      requested_at, expires_at)
    values (${project_id}, ${buyer}, 5, ${person}, ${email}, now(), now() + interval '7 days')`.execute(
    db,
  )
  // An earlier version's triggers keep none of them.
  await sql`alter table wallets disable trigger user`.execute(db)
  await sql`update wallets set paid_usd = 0, purchased_tokens = 0, bonus_tokens = 0,
    credited_tokens = 0`.execute(db)
  await sql`alter table wallets enable trigger user`.execute(db)
  await sql`update bonus_codes set usd = 0, bonus_tokens = 0`.execute(db)

  expect((await migrate(db))[0]).toBe(step)
  const sums = await db
    .selectFrom('wallets')
    .select(['wallet_address', 'paid_usd', 'purchased_tokens', 'bonus_tokens', 'credited_tokens'])
    .where('project_id', '=', project_id)
    .orderBy('paid_usd', 'desc')
    .execute()
  expect(
    sums.map(({ wallet_address, ...amounts }) => [
      wallet_address,
      Object.values(amounts).map(Number),
    ]),
  ).toEqual([
    [buyer, [200, 2000, 100, 10]],
    [other, [0, 0, 100, 0]],
  ])
  const code = await db
    .selectFrom('bonus_codes')
    .select(['usd', 'bonus_tokens'])
    .executeTakeFirstOrThrow()
  expect(Object.values(code).map(Number)).toEqual([200, 200])
  expect(await checkProject(db, project_id)).toEqual([])
  expect(await db.selectFrom('approvals').select(['kind', 'reversed_id']).execute()).toEqual([
    { kind: 'credit', reversed_id: null },
  ])
  await db.destroy()
  await lite.close()
})

function proveTotals(open: () => Promise<Opened>) {
  let database: Opened
  let expected: ReadonlyMap<string, Tokens>

  beforeAll(async () => {
    database = await open()
    await addProject(database.db, { id: 'AURA' })
    expected = await fillWallets(database.db)
  }, 600_000)
  afterAll(() => database.close())

  test(`the parts of ${COUNT} random wallets add up to their total, to the last decimal`, async () => {
    const wrong: object[] = []
    let read = 0
    for (let page = 1; read < COUNT; page++) {
      const rows = await listWallets(database.db, ['AURA'], { page, limit: PAGE })
      expect(rows.length).toBeGreaterThan(0)
      read += rows.length
      for (const { wallet_address, total_tokens } of rows) {
        const details = await readWalletDetails(database.db, {
          projectId: 'AURA',
          walletAddress: wallet_address,
        })
        const {
          tokens_bought = '',
          bonus_tokens = '',
          credited_tokens = '',
        } = details?.totals ?? {}
        const shown = [tokens_bought, bonus_tokens, credited_tokens].map(trimDecimal)
        const own = expected.get(wallet_address)
        const sums = [own?.bought, own?.bonus, own?.credited].map((all) =>
          addDecimals(...(all ?? [])),
        )
        const totals = [total_tokens, details?.wallet.total_tokens ?? ''].map(trimDecimal)
        const total = addDecimals(...shown)
        if (String(shown) !== String(sums) || totals.some((one) => one !== total))
          wrong.push({ wallet_address, shown, sums, totals })
      }
    }
    expect(wrong).toEqual([])
    expect(read).toBe(COUNT)
  }, 600_000)

  test('the sums of codes and of periods are those of the purchases after any events', async () => {
    const random = randomNumbers(SEED)
    await addProject(database.db, { id: 'CODES' })
    await changeCodes(database.db, 3 * COUNT, async () => {
      expect(await readCodes(database.db)).toEqual(await sumCodes(database.db))
      for (const period of [undefined, somePeriod(random), somePeriod(random)]) {
        const { rows, usd, tokens } = await sumTransactions(database.db, ['CODES'], period ?? {})
        const total = { rows, usd: trimDecimal(usd ?? ''), tokens: trimDecimal(tokens ?? '') }
        expect([total]).toEqual(await sumPurchases(database.db, period))
      }
    })
    expect(await checkProject(database.db, 'CODES')).toEqual([])
    await sql`update bonus_codes set usd = usd + 1 where project_id = 'CODES'`.execute(database.db)
    const [difference] = await checkProject(database.db, 'CODES')
    expect(difference).toEqual({ project: 'CODES', what: 'sums of bonus codes', rows: CODES })
    await rebuildProject(database.db, 'CODES')
    expect(await readCodes(database.db)).toEqual(await sumCodes(database.db))
  }, 600_000)
}

/** What counts for a wallet. */
interface Tokens {
  bought: string[]
  bonus: string[]
  credited: string[]
}

/**
 * Random wallets with purchases of every status, bonuses for their own and others' purchases, and
 * credits. @returns what counts for each, computed in memory
 */
async function fillWallets(db: Db): Promise<ReadonlyMap<string, Tokens>> {
  const random = randomNumbers(SEED)
  const whole = (most: number) => Math.floor(random() * (most + 1))
  const digits = (count: number) => Array.from({ length: count }, () => String(whole(9))).join('')
  const amount = () => {
    const fraction = digits(whole(18))
    return `${trimDecimal(digits(1 + whole(19)))}${fraction === '' ? '' : `.${fraction}`}`
  }
  const created_at = '2026-11-01T09:00:00Z'
  const addresses = Array.from({ length: COUNT }, (_, n) => `0x${String(n).padStart(40, '0')}`)
  const tokens = new Map(
    addresses.map((address): [string, Tokens] => [
      address,
      { bought: [], bonus: [], credited: [] },
    ]),
  )
  const own = { project_id: 'AURA', created_at }
  const purchases: Insertable<Database['transactions']>[] = []
  const bonuses: Insertable<Database['bonus_transactions']>[] = []
  const credits: Insertable<Database['manual_transactions']>[] = []
  const [voided, reversed]: [number[], number[]] = [[], []]
  for (const wallet_address of addresses) {
    for (let n = whole(4); n > 0; n--) {
      const id = purchases.length + 1
      const status = STATUSES[whole(STATUSES.length - 1)] ?? 'completed'
      const tokens_bought = random() < 0.1 ? null : amount()
      purchases.push({
        ...own,
        updated_at: created_at,
        id,
        wallet_address,
        status,
        tokens_bought,
        payment_token_name: 'ETH',
        payment_token_amount: amount(),
        payment_usd_amount: '1',
        type: 'blockchain',
      })
      const isVoided = random() < 0.15
      if (isVoided) voided.push(id)
      const isCounted = status === 'completed' && !isVoided
      if (isCounted && tokens_bought !== null)
        tokens.get(wallet_address)?.bought.push(tokens_bought)
      for (let more = whole(2); more > 0; more--) {
        const receiver = random() < 0.5 ? wallet_address : (addresses[whole(COUNT - 1)] ?? '')
        const bonus_token_amount = amount()
        bonuses.push({
          ...own,
          transaction_id: id,
          wallet_address: receiver,
          bonus_token_amount,
          identifier: 'x',
          type: 'rank',
        })
        if (isCounted) tokens.get(receiver)?.bonus.push(bonus_token_amount)
      }
    }
    for (let n = whole(2); n > 0; n--) {
      const credited = amount()
      credits.push({
        ...own,
        updated_at: created_at,
        wallet_address,
        tokens: credited,
        reason: null,
        authorizer_id: null,
        authorizer: 'a@b.example',
      })
      if (random() < 0.2) reversed.push(credits.length)
      else tokens.get(wallet_address)?.credited.push(credited)
    }
  }
  const wallets = addresses.map((wallet_address) => ({ ...own, wallet_address }))
  await db.transaction().execute(async (tx) => {
    await insertMany(tx, 'wallets', wallets)
    await insertMany(tx, 'transactions', purchases)
    await insertMany(tx, 'bonus_transactions', bonuses)
    await insertMany(tx, 'manual_transactions', credits)
  })
  await correct(db, { voided, reversed })
  return tokens
}

/**
 * Voids these purchases and reverses these credits, a few at a time. Others are voided and restored
 * meanwhile, which changes nothing in the end.
 */
async function correct(
  db: Db,
  { voided, reversed }: { voided: readonly number[]; reversed: readonly number[] },
): Promise<void> {
  const byId = <Row extends { id: number }>(a: Row, b: Row) => a.id - b.id
  const setVoided = (ids: readonly number[], isVoided: boolean) =>
    db
      .updateTable('transactions')
      .set({
        voided_at: isVoided ? '2026-11-02T09:00:00Z' : null,
        void_reason: isVoided ? 'a mistake' : null,
      })
      .where('id', 'in', ids)
      .execute()
  const all = await db.selectFrom('transactions').select('id').execute()
  const wrong = new Set(voided)
  const others = all.map(({ id }) => id).filter((id) => id % 7 === 0 && !wrong.has(id))
  await setVoided(others, true)
  for (let at = 0; at < voided.length; at += 50) await setVoided(voided.slice(at, at + 50), true)
  await setVoided(others, false)
  // In the order in which they were added.
  const credits = (await db.selectFrom('manual_transactions').select('id').execute()).toSorted(byId)
  const reversals = reversed.map((place) => ({
    credit_id: credits[place - 1]?.id ?? 0,
    project_id: 'AURA',
    at: '2026-11-02T09:00:00Z',
    by: 'a@b.example',
    reason: 'a mistake',
  }))
  for (let at = 0; at < reversals.length; at += 50)
    await db
      .insertInto('credit_reversals')
      .values(reversals.slice(at, at + 50))
      .execute()
}
