import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { chance } from '#server/demo/random.ts'
import { addDecimals, trimDecimal } from '#src/domain/money/decimals.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import { openSale } from '#tests/support/calls/approvals.ts'
import { openTimedSale } from '#tests/support/oracles/timed-sale.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { someAddress } from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'
import { until } from '#tests/support/server/until.ts'

const SALES = byExtent({ change: 5, all: 15, long: 200 })
/** Of each writer, before the list is frozen and while it is. */
const CHANGES = 6

const missing = whyNoPostgres()
if (missing !== null) console.warn(`Lists on PostgreSQL are not tested: ${missing}`)
let cluster: Cluster | undefined
afterAll(() => cluster?.remove())

async function openOnPostgres(): Promise<TestApp> {
  cluster = await startCluster({ settings: ['fsync=off'] })
  const { db } = openPostgres(cluster.url)
  await migrate(db)
  return openTestApp({ db })
}

describe('on the embedded database', () => {
  freezeSales(() => openTestApp())
})
describe.runIf(missing === null)('on PostgreSQL', () => {
  freezeSales(openOnPostgres)
})

function freezeSales(open: () => Promise<TestApp>) {
  test(`${SALES} random sales, frozen while they change: each list is a state of one instant`, async () => {
    const t = await open()
    const admin = await t.signIn('admin')
    let during = 0
    for (let n = 0; n < SALES; n += 1) {
      const sale = await openSale(t, null)
      const timed = await openTimedSale(t, sale, chance(`frozen sale ${n}`))
      const changeAll = () =>
        Promise.all(
          timed.writers.map(async (write) => {
            for (let count = 0; count < CHANGES; count += 1) await write()
          }),
        )
      await changeAll()
      const from = timed.now()
      const [list] = await Promise.all([freeze(t, admin, sale.id), changeAll()])
      const rows = await rowsOf(t, list)
      expect({ n, instants: timed.instantsOf(rows, from, timed.now()).length }).not.toEqual({
        n,
        instants: 0,
      })
      expect(list.tokens).toBe(addDecimals(...rows.map(({ tokens }) => tokens)))
      if (timed.instantsOf(rows, timed.now(), timed.now()).length === 0) during += 1
      // A list that pays a stranger never was.
      const altered = rows.map((row, at) =>
        at > 0 ? row : { ...row, wallet_address: someAddress() },
      )
      expect(timed.instantsOf(altered, from, timed.now())).toEqual([])

      const still = await freeze(t, admin, sale.id)
      expect([n, still.tokens]).toEqual([n, await sumRows(t, sale.id)])
      expect(timed.instantsOf(await rowsOf(t, still), timed.now(), timed.now())).toHaveLength(1)
    }
    // Else nothing has changed while the lists were frozen.
    expect(during).toBeGreaterThan(SALES / 4)
    await t.close()
  }, 3_600_000)
}

async function freeze(t: TestApp, as: SignedIn, project_id: string): Promise<AllocationList> {
  const { body, status } = await t.call('POST', '/allocation-lists', { as, body: { project_id } })
  expect(status).toBe(202)
  return until(async () => {
    const { body: list } = await t.call('GET', `/allocation-lists/${body.id}`, { as })
    expect(list.state).toBe('ready')
    return list
  })
}

const rowsOf = ({ db }: TestApp, { id }: AllocationList) =>
  db
    .selectFrom('allocation_rows')
    .select(['wallet_address', 'tokens'])
    .where('list_id', '=', Number(id))
    .execute()

/** What the sale owes by its purchases, bonuses and credits, which the totals of its wallets equal. */
async function sumRows({ db }: TestApp, id: string): Promise<string> {
  const { rows } = await sql<{ owed: string; totals: string }>`
    select (
      (select coalesce(sum(tokens_bought), 0) from transactions
        where project_id = ${id} and status = 'completed' and voided_at is null)
      + (select coalesce(sum(b.bonus_token_amount), 0) from bonus_transactions b
        join transactions t on t.id = b.transaction_id
        where b.project_id = ${id} and t.status = 'completed' and t.voided_at is null)
      + (select coalesce(sum(m.tokens), 0) from manual_transactions m
        where m.project_id = ${id}
          and not exists (select from credit_reversals r where r.credit_id = m.id))
    ) as owed,
    (select sum(purchased_tokens + bonus_tokens + credited_tokens) from wallets
      where project_id = ${id}) as totals`.execute(db)
  const [{ owed, totals } = { owed: '', totals: '' }] = rows
  expect(owed).toBe(totals)
  return trimDecimal(owed)
}
