import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkProject } from '#server/db/rollups/check.ts'
import { chance } from '#server/demo/random.ts'
import { makeBatches, makeEvents, replay, REPLAY_SQL } from '#tests/support/oracles/sale-replay.ts'
import { makeRequests, readSale, SENT_AT } from '#tests/support/oracles/sent-requests.ts'
import {
  addBonusCode,
  addIngestKey,
  addProject,
  someAddress,
} from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'
import { storeGroup, type Delivery } from './ingest-group.ts'
import { ingest, validate } from './ingest.ts'

const COUNT = byExtent({ change: 1000, long: 30_000 })
const RANDOM_SALES = byExtent({ change: 4, long: 300 })
const NOW = new Date('2026-11-20T12:00:00.000Z')

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(() => test.close())

it.each([1, 2])(
  `${COUNT} events out of order and repeated have the sums of a plain replay (%i)`,
  async (seed) => {
    const project = `REPLAY${seed}`
    await addProject(test.db, { id: project })
    const events = makeEvents(project, COUNT, seed)
    const batches = makeBatches(events, seed + 100)
    const outcomes = { taken: 0, repeated: 0, tested: 0, refused: 0 }
    for (const batch of batches) {
      const { results } = await ingest(test.db, { projectId: project, events: batch, now: NOW })
      for (const { outcome } of results) outcomes[outcome] += 1
    }
    expect(outcomes).toEqual({
      taken: COUNT,
      repeated: batches.flat().length - COUNT,
      tested: 0,
      refused: 0,
    })
    const { rows } = await sql.raw(REPLAY_SQL(project)).execute(test.db)
    expect(rows[0]).toEqual(replay(events))
    expect(await checkProject(test.db, project)).toEqual([])
  },
  600_000,
)

it('two concurrent senders of one project lose no events', async () => {
  await addProject(test.db, { id: 'TWO' })
  const events = makeEvents('TWO', 600, 7)
  const senders = [makeBatches(events, 8), makeBatches(events, 9)].map(async (batches) => {
    for (const batch of batches)
      await ingest(test.db, { projectId: 'TWO', events: batch, now: NOW })
  })
  await Promise.all(senders)
  const { rows } = await sql.raw(REPLAY_SQL('TWO')).execute(test.db)
  expect(rows[0]).toEqual(replay(events))
  expect(await checkProject(test.db, 'TWO')).toEqual([])
})

it.each([
  ['is completed', 'pending', 'completed', [1, 2, 3], 3],
  ['is refunded', 'completed', 'refunded', [null, 1, 2], 2],
])(
  'a purchase that %s in one batch with a new one of its wallet is counted correctly',
  async (_what, before, after, classes, count) => {
    const project = `MIXED-${after}`
    await addProject(test.db, { id: project })
    const wallet_address = someAddress()
    const purchase = (transaction_id: string, minute: number, status: string) => ({
      id: `${transaction_id}-${status}`,
      kind: 'transaction',
      occurred_at: `2026-11-20T11:0${status === before ? 0 : 9}:00Z`,
      transaction_id,
      wallet_address,
      status,
      created_at: `2026-11-20T10:0${minute}:00Z`,
      payment_token_name: 'ETH',
      payment_token_amount: '1',
      payment_usd_amount: '100',
    })
    for (const events of [
      [purchase('a', 0, before)],
      [purchase('a', 0, after), purchase('b', 5, 'completed')],
      [purchase('c', 6, 'completed')],
    ])
      await ingest(test.db, { projectId: project, events, now: NOW })
    const rows = await test.db
      .selectFrom('transactions')
      .innerJoin('wallets', 'wallets.wallet_address', 'transactions.wallet_address')
      .select(['deposit_class', 'purchase_count'])
      .where('transactions.project_id', '=', project)
      .orderBy('transactions.id')
      .execute()
    expect(rows).toEqual(classes.map((deposit_class) => ({ deposit_class, purchase_count: count })))
    expect(await checkProject(test.db, project)).toEqual([])
  },
)

it(`random requests in groups do what they do one after the other, ${RANDOM_SALES} times`, async () => {
  for (let seed = 1; seed <= RANDOM_SALES; seed++) {
    const random = chance(`groups ${seed}`)
    const requests = makeRequests(seed, 80)
    const outcomes: unknown[] = []
    const sales: unknown[] = []
    for (const largest of [1, 12]) {
      const project = `GROUPS${seed}-${largest}`
      await addProject(test.db, { id: project })
      await sql`update projects set telegram_notifications_enabled = true, telegram_channel_id = 'c',
        telegram_message_text = 'm', forward_leads_to_brevo = true where id = ${project}`.execute(
        test.db,
      )
      await addBonusCode(test.db, { project_id: project, code: 'GOLD' })
      const keys = [await addIngestKey(test.db, project), await addIngestKey(test.db, project)]
      const answers: object[] = []
      for (let from = 0; from < requests.length;) {
        const group = requests.slice(from, from + random.whole(1, largest))
        from += group.length
        const deliveries: Delivery[] = []
        for (const { events, key, notifiesOld } of group) {
          const keyId = Number(keys[key]?.id)
          const ingestion = { projectId: project, events, now: SENT_AT, keyId, notifiesOld }
          const validated = await validate(test.db, ingestion)
          deliveries.push({ ...validated, keyId, size: events.length, received: events })
        }
        const stored = await storeGroup(test.db, deliveries)
        answers.push(
          ...stored.map(({ results, silent }) => ({ results, silent: silent.toSorted() })),
        )
      }
      outcomes.push(answers)
      sales.push(await readSale(test.db, project))
      expect(await checkProject(test.db, project)).toEqual([])
    }
    expect({ seed, answers: outcomes[1] }).toEqual({ seed, answers: outcomes[0] })
    expect({ seed, sale: sales[1] }).toEqual({ seed, sale: sales[0] })
  }
})
