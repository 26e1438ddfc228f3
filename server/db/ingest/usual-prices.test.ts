import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { savePlan } from '#server/db/stages/save-plan.ts'
import {
  addProject,
  addTransaction,
  addWallet,
  someProjectId,
} from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { findFarFromPlan, findUnusualPrices, findUsualPrice } from './usual-prices.ts'

let database: TestDatabase
let db: Db
let project: string
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  project = someProjectId()
  await addProject(db, { id: project })
  const { wallet_address } = await addWallet(db, { project_id: project })
  // A token was sold for $0.10 in each stage so far.
  for (const stage_name of ['Stage 1', 'Stage 2'])
    for (let n = 0; n < 5; n++)
      await addTransaction(db, { project_id: project, wallet_address, stage_name })
})

const plan = (stages: { name: string; also?: string[]; price_usd: string }[]) =>
  inTransaction(db, (tx) =>
    savePlan(
      tx,
      project,
      {
        soft_cap_usd: null,
        hard_cap_usd: null,
        count_bonuses: false,
        stages: stages.map((stage) => ({
          id: null,
          also: [],
          supply: null,
          starts_at: null,
          ends_at: null,
          ...stage,
        })),
      },
      [],
      { at: new Date(), by: 'a@b.example' },
    ),
  )
const far = { payment_usd_amount: '10', tokens_bought: '10' }
const isUnusual = async (stage_name: string | null) =>
  (await findUnusualPrices(db, project, [{ source_id: 'a', stage_name, ...far }])).has('a')

describe('the price of a stage', () => {
  it.each<[string, string | null, string, boolean]>([
    ['is the planned one', 'Stage 1', '1', true],
    ['is the planned one in another case, with blanks', ' sTAGE 1\t', '1', true],
    ['is the planned one for a name that was joined', 'OTC', '1', true],
    ['is the usual one where the plan lacks the name', 'Stage 2', '0.1', false],
    ['is that of the project for a name without purchases', 'Stage 9', '0.1', false],
    ['is that of the project without a stage', null, '0.1', false],
  ])('%s', async (_name, stage, price, isPlanned) => {
    await plan([{ name: 'Stage 1', also: ['Early', 'otc'], price_usd: '1' }])
    const found = await findUsualPrice(db, project, stage)
    expect([Number(found?.price), found?.isPlanned]).toEqual([Number(price), isPlanned])
    expect(await isUnusual(stage)).toBe(!isPlanned)
  })

  it('is the usual one without a plan, and none without purchases', async () => {
    expect(await findUsualPrice(db, project, 'Stage 1')).toMatchObject({ isPlanned: false })
    expect(await isUnusual('Stage 1')).toBe(true)
    const empty = someProjectId()
    await addProject(db, { id: empty })
    expect(await findUsualPrice(db, empty, 'Stage 1')).toBeNull()
  })

  it('stays the planned one under its old name when the stage is renamed', async () => {
    const before = await plan([{ name: 'Stage 1', price_usd: '1' }])
    await inTransaction(db, (tx) => {
      const stages = before.map((stage) => ({
        ...stage,
        name: 'Round one',
        starts_at: null,
        ends_at: null,
      }))
      const caps = { soft_cap_usd: null, hard_cap_usd: null, count_bonuses: false }
      const change = { at: new Date(), by: 'a@b.example' }
      return savePlan(tx, project, { ...caps, stages }, before, change)
    })
    for (const name of ['Stage 1', 'ROUND ONE'])
      expect(await findUsualPrice(db, project, name)).toMatchObject({ isPlanned: true })
  })
})

it('far from the plan are purchases below half or above twice its price', async () => {
  await plan([{ name: 'Stage 1', also: ['OTC'], price_usd: '0.020' }])
  const purchase = (source_id: string, usd: string, tokens: string | null, stage = 'OTC') => ({
    source_id,
    stage_name: stage,
    payment_usd_amount: usd,
    tokens_bought: tokens,
  })
  const found = await findFarFromPlan(db, project, [
    purchase('half', '1', '100'),
    purchase('less', '0.999999999999999999', '100', 'stage 1'),
    purchase('twice', '4', '100'),
    purchase('more', '4.000000000000000001', '100'),
    purchase('no tokens', '4', null),
    purchase('of nothing', '4', '0'),
    purchase('unplanned', '4', '1', 'Stage 2'),
  ])
  const stage = { stage: 'Stage 1', price: '0.02' }
  expect(found).toEqual(
    new Map([
      ['less', stage],
      ['more', stage],
    ]),
  )
})
