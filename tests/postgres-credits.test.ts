import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres, type Db, type OpenDatabase } from '#server/db/engine/open.ts'
import { ingest } from '#server/db/ingest/ingest.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { chance } from '#server/demo/random.ts'
import { openSale, type Sale } from './support/calls/approvals.ts'
import { correctAtRandom, findWrongSums } from './support/oracles/random-corrections.ts'
import { openTestApp, type SignedIn, type TestApp } from './support/server/app.ts'
import { addWallet, someAddress } from './support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from './support/server/postgres.ts'
import { byExtent } from './support/server/test-extent.ts'

const ROUNDS = byExtent({ change: 8, long: 100 })
// Few, so that writers compete for the same wallets.
const WALLETS = 4
const LIMIT = 100

describe.runIf(whyNoPostgres() === null)('credits, approvals and ingestion at once', () => {
  let cluster: Cluster
  let database: OpenDatabase
  let db: Db
  let t: TestApp
  let sale: Sale

  beforeAll(async () => {
    cluster = await startCluster({ settings: ['fsync=off'] })
    database = openPostgres(cluster.url)
    db = database.db
    await migrate(db)
    t = await openTestApp({ db })
    sale = await openSale(t, String(LIMIT))
  })
  afterAll(async () => {
    await t?.close()
    await database?.close()
    cluster?.remove()
  })

  test('do not deadlock, and the sums are exact', async () => {
    const random = chance('credits at once')
    const wallets = Array.from({ length: WALLETS }, someAddress)
    for (const wallet_address of wallets)
      await addWallet(db, { project_id: sale.id, wallet_address })
    const people = [sale.requester, await t.signIn('user', [sale.id]), await t.signIn('admin')]
    const credited = new Map(people.map(({ user }) => [user.id, 0]))
    let approved = 0

    async function credit(as: SignedIn): Promise<void> {
      const tokens = random.whole(1, 30)
      const wallet = random.pick(wallets)
      const { status, body } = await sale.credit({ tokens: String(tokens), wallet }, as)
      if (status === 201) {
        credited.set(as.user.id, (credited.get(as.user.id) ?? 0) + tokens)
        return
      }
      expect(status).toBe(202)
      const { id } = body.approval
      const [first, second] = await Promise.all([
        sale.decide('approve', id, sale.approver),
        random.happens(0.5)
          ? sale.decide('cancel', id, as)
          : sale.decide('approve', id, sale.approver),
      ])
      expect([
        [200, 200],
        [200, 409],
        [409, 200],
      ]).toContainEqual([first.status, second.status])
      if (first.status === 200) approved += tokens
    }

    function buy(n: number) {
      const now = t.clock.now()
      const events = wallets.map((wallet_address, i) => ({
        id: `e${n}-${i}`,
        kind: 'transaction',
        transaction_id: `t${n}-${i}`,
        occurred_at: now.toISOString(),
        created_at: now.toISOString(),
        wallet_address,
        status: 'completed',
        payment_token_name: 'ETH',
        payment_token_amount: '1',
        payment_usd_amount: '10',
        tokens_bought: '5',
      }))
      return ingest(db, { projectId: sale.id, events, now })
    }

    for (let round = 0; round < ROUNDS; round += 1)
      await Promise.all([
        ...people.flatMap((person) => [credit(person), credit(person), credit(person)]),
        buy(round),
      ])

    for (const tokens of credited.values()) expect(tokens).toBeLessThanOrEqual(LIMIT)
    const sum = [...credited.values()].reduce((total, tokens) => total + tokens, approved)
    const { rows } = await sql<{ tokens: string; deadlocks: string }>`
      select (select sum(tokens) from manual_transactions) as tokens,
        (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks`.execute(
      db,
    )
    expect(rows[0]).toMatchObject({ deadlocks: 0 })
    expect(Number(rows[0]?.tokens)).toBe(sum)
    expect(await checkProject(db, sale.id)).toEqual([])
  })

  test('corrections do not deadlock with them, and every sum is that of the rows', async () => {
    const second = await openSale(t, '400')
    const people = [second.requester, second.approver, await t.signIn('admin')]
    await correctAtRandom(t, second, {
      random: chance('corrections at once'),
      rounds: ROUNDS,
      people,
    })
    expect(await findWrongSums(t, second)).toEqual([])
    const { rows } = await sql`
      select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(
      db,
    )
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
})
