import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { readPlan } from '#server/db/stages/plans.ts'
import { savePlan, type PlanToSave, type StageToSave } from '#server/db/stages/save-plan.ts'
import type { Rule } from '#src/wire/alerts.ts'
import { addRule, eventsOf } from '#tests/support/calls/alerts.ts'
import { testClock } from '#tests/support/server/app.ts'
import {
  addBonusCode,
  addBonusTransaction,
  addProject,
  addTransaction,
  addUser,
  addWallet,
  someProjectId,
} from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { evaluateAlerts } from './evaluator.ts'
import { findHistory } from './find-firings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const clock = testClock()
let database: TestDatabase
let db: Db
let project: string
let wallet: string
let person: number
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  clock.set('2026-11-20T12:00:00.000Z')
  await db.deleteFrom('alert_evaluation').execute()
  await db.deleteFrom('alert_rules').execute()
  project = someProjectId()
  await addProject(db, {
    id: project,
    created_at: '2026-08-14T10:00:00.000Z',
    project_ticker: 'AURA',
  })
  wallet = (await addWallet(db, { project_id: project })).wallet_address
  person = (await addUser(db, { role: 'client' }, [project])).id
  // A first evaluation, which finds nothing before it.
  await evaluate()
})

const evaluate = () =>
  evaluateAlerts({
    db,
    clock,
    log: (message) => {
      throw new Error(message)
    },
  })
/** A purchase of now, and the evaluation after it. */
async function buy(tokens: string, fields: Partial<Parameters<typeof addTransaction>[1]> = {}) {
  clock.advance(MINUTE_MS)
  const row = await addTransaction(db, {
    project_id: project,
    wallet_address: wallet,
    tokens_bought: tokens,
    stage_name: 'Stage 5',
    created_at: clock.now(),
    updated_at: clock.now(),
    ...fields,
  })
  await evaluate()
  return row
}
const watch = (fields: Partial<Rule> & Pick<Rule, 'kind'>, since?: Date) =>
  addRule(db, person, fields, since)
const stage = (fields: Partial<StageToSave> = {}): StageToSave => ({
  id: null,
  name: 'Stage 5',
  also: [],
  price_usd: '0.1',
  supply: '1000',
  starts_at: null,
  ends_at: null,
  ...fields,
})
/** @returns the id of the first stage */
async function plan(stages: StageToSave[], more: Partial<PlanToSave> = {}): Promise<number> {
  const saved = await inTransaction(db, async (tx) => {
    const { stages: before } = await readPlan(tx, project)
    const fields = { soft_cap_usd: null, hard_cap_usd: null, count_bonuses: false, ...more }
    return savePlan(tx, project, { ...fields, stages }, before, { at: clock.now(), by: 'a' })
  })
  return saved[0]?.id ?? 0
}
const fired = async () =>
  (await eventsOf(db, person)).map(({ kind, at, data }) => [
    kind,
    at.toISOString().slice(11, 16),
    data,
  ])
const times = async () => (await fired()).map(([, at]) => at)

test('a stage is sold to its share with the purchase that reaches it, once', async () => {
  const id = await plan([stage({ ends_at: '2026-12-15T00:00:00.000Z' })])
  await watch({ kind: 'stage_sold', threshold: '90' })
  await buy('899.999999999999999999')
  expect(await fired()).toEqual([])
  await buy('0.000000000000000001', { stage_name: ' STAGE 5' })
  await buy('5')
  expect(await fired()).toEqual([
    [
      'stage_sold',
      '12:02',
      {
        stage_id: String(id),
        stage_name: 'Stage 5',
        supply: '1000',
        ticker: 'AURA',
        threshold: '90',
        left: '100',
        ends_at: '2026-12-15T00:00:00.000Z',
      },
    ],
  ])
})

test('all of a stage is sold when nothing is left, and oversold with the next token', async () => {
  await plan([stage()])
  await watch({ kind: 'stage_sold', threshold: '100' })
  await watch({ kind: 'stage_oversold' })
  await buy('999')
  await buy('1')
  expect((await fired()).map(([kind]) => kind)).toEqual(['stage_sold'])
  await buy('118.5')
  await buy('10')
  expect((await fired()).slice(1)).toEqual([
    ['stage_oversold', '12:03', expect.objectContaining({ over: '118.5', supply: '1000' })],
  ])
})

test('a renamed stage and one whose name is joined fires once', async () => {
  const id = await plan([stage()])
  await watch({ kind: 'stage_oversold' })
  await buy('1001')
  await plan([stage({ id, name: 'Round five', also: ['OTC'] })])
  await buy('50', { stage_name: 'OTC' })
  await buy('50', { stage_name: 'round FIVE' })
  await buy('50')
  expect(await times()).toEqual(['12:01'])
})

test('a larger supply can be oversold again; the same or a smaller one is not', async () => {
  const id = await plan([stage()])
  await watch({ kind: 'stage_oversold' })
  await buy('1001')
  for (const supply of ['900', '1000']) {
    await plan([stage({ id, supply })])
    await buy('1')
  }
  expect(await times()).toEqual(['12:01'])
  await plan([stage({ id, supply: '2000' })])
  await buy('900')
  expect(await times()).toEqual(['12:01'])
  await buy('500')
  expect(await times()).toEqual(['12:01', '12:05'])
})

test('what was reached before the rule was made, or does not count, fires nothing', async () => {
  await plan([stage()], { soft_cap_usd: '50' })
  await buy('1001')
  for (const rule of [
    { kind: 'stage_sold', threshold: '90' },
    { kind: 'stage_oversold' },
    { kind: 'cap_reached', cap: 'soft' },
  ] as const)
    await watch(rule, clock.now())
  await buy('100')
  await plan([stage({ supply: '5000' }), stage({ name: 'Open', supply: null })])
  await buy('9000', { status: 'failed' })
  await buy('9000', { voided_at: clock.now(), voided_by: 'a', void_reason: 'b' })
  await buy('9000', { stage_name: 'Open' })
  await buy('9000', { stage_name: 'Unplanned' })
  await buy('9000', { stage_name: null })
  expect(await fired()).toEqual([])
})

test('bonuses take of the supply where the plan says so', async () => {
  const code = await addBonusCode(db, { project_id: project })
  for (const count_bonuses of [false, true]) {
    await plan([stage({ name: `Stage ${count_bonuses}` })], { count_bonuses })
    await watch({ kind: 'stage_sold', threshold: '100' })
    const bought = await buy('950', { stage_name: `Stage ${count_bonuses}` })
    await addBonusTransaction(db, {
      project_id: project,
      wallet_address: wallet,
      transaction_id: bought.id,
      bonus_code_id: code.id,
      bonus_token_amount: '50',
      created_at: clock.now(),
    })
    await evaluate()
  }
  expect((await fired()).map(([, , data]) => data)).toEqual([
    expect.objectContaining({ stage_name: 'Stage true' }),
    expect.objectContaining({ stage_name: 'Stage true' }),
  ])
})

test('a cap is reached with the purchase that reaches it, once, whichever stage it is of', async () => {
  await plan([], { soft_cap_usd: '250', hard_cap_usd: '300' })
  await watch({ kind: 'cap_reached', cap: 'soft' })
  await watch({ kind: 'cap_reached', cap: 'hard' })
  for (const stage_name of ['A', null, 'B', 'C']) await buy('1', { stage_name })
  const launched_at = '2026-08-14T10:00:00.000Z'
  expect(await fired()).toHaveLength(2)
  expect(await fired()).toEqual(
    expect.arrayContaining([
      ['cap_reached', '12:03', { cap: 'soft', amount: '250', launched_at }],
      ['cap_reached', '12:03', { cap: 'hard', amount: '300', launched_at }],
    ]),
  )
  await plan([], { soft_cap_usd: '240', hard_cap_usd: '450' })
  await buy('1')
  expect(await times()).toEqual(['12:03', '12:03', '12:05'])
})

test('a stage ends in so many hours, or less when its plan is saved later; each end once', async () => {
  const ends_at = '2026-11-21T13:00:00.000Z'
  const id = await plan([stage({ ends_at })])
  await watch({ kind: 'stage_ends', hours: 24 })
  await evaluate()
  expect(await fired()).toEqual([])
  clock.advance(HOUR_MS)
  await evaluate()
  clock.advance(HOUR_MS)
  await plan([stage({ id, ends_at })])
  await evaluate()
  expect(await times()).toEqual(['13:00'])
  await plan([stage({ id, ends_at: '2026-11-20T20:00:00.000Z' })])
  await evaluate()
  expect(await fired()).toEqual([
    [
      'stage_ends',
      '13:00',
      expect.objectContaining({ end_date: expect.any(String), left: '1000' }),
    ],
    [
      'stage_ends',
      '14:00',
      expect.objectContaining({ stage_name: 'Stage 5', stage_id: String(id) }),
    ],
  ])
  // One that is over when it is planned is no news.
  await plan([stage({ id, ends_at: '2026-11-20T14:30:00.000Z' })])
  clock.advance(HOUR_MS)
  await plan([stage({ id, ends_at: '2026-11-20T14:40:00.000Z' })])
  await evaluate()
  expect(await times()).toEqual(['13:00', '14:00'])
})

test('an archived project has none; the preview counts what the rule would have found', async () => {
  await plan([stage({ ends_at: '2026-11-22T00:00:00.000Z' })], { hard_cap_usd: '200' })
  await db
    .updateTable('projects')
    .set({ archived_at: clock.now() })
    .where('id', '=', project)
    .execute()
  const rules = [
    { kind: 'stage_sold', threshold: '50' },
    { kind: 'stage_oversold' },
    { kind: 'cap_reached', cap: 'hard' },
    { kind: 'stage_ends', hours: 168 },
  ] as const
  for (const rule of rules) await watch(rule)
  await buy('600')
  await buy('600')
  expect(await fired()).toEqual([])
  const span = { from: new Date('2026-11-01T00:00:00.000Z'), to: clock.now() }
  for (const rule of rules) {
    const none = { threshold: null, hours: null, cap: null, tz: 'UTC', projects: [project] }
    const { fired: count } = await findHistory(db, person, { ...none, ...rule }, { span, most: 10 })
    expect([rule.kind, count]).toEqual([rule.kind, 1])
  }
})
