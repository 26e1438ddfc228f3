import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkProject } from '#server/db/rollups/check.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'

let t: TestApp
let admin: SignedIn
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin')
})
afterAll(() => t.close())

test('a plan is saved, and its stages have what was sold', async () => {
  await addProject(t.db, { id: 'PLAN' })
  await addWallet(t.db, { project_id: 'PLAN', wallet_address: '0xa1' })
  for (const [name, usd, tokens] of [
    ['Stage 1', '10', '100'],
    [' stage 1', '20', '100'],
    ['Stage 2', '5', '50'],
    ['OTC', '1', '10'],
  ] as const)
    await addTransaction(t.db, {
      project_id: 'PLAN',
      wallet_address: '0xa1',
      stage_name: name,
      payment_usd_amount: usd,
      tokens_bought: tokens,
      status: 'completed',
    })
  const put = await t.call('PUT', '/projects/PLAN/stages', {
    as: admin,
    body: {
      version: 0,
      stages: [
        { name: 'Stage 1', price_usd: '0.1', supply: '150' },
        { name: 'Two', also: ['STAGE 2'], price_usd: '0.1', supply: '100' },
      ],
      soft_cap_usd: '30',
      hard_cap_usd: '100',
    },
  })
  expect(put.status).toBe(200)
  const { body } = await t.call('GET', '/stages/summary?projects=PLAN', { as: admin })
  expect(body.PLAN.stages).toMatchObject([
    { name: 'Stage 1', sold: '200', sold_share: '100.00', left: '0', oversold: '50', buyers: 1 },
    { name: 'Two', sold: '50', sold_share: '50.00', left: '50', oversold: '0' },
  ])
  expect(body.PLAN.unplanned).toMatchObject([{ name: 'OTC', sold: '10', usual_price: '0.1' }])
  expect(await checkProject(t.db, 'PLAN')).toEqual([])
})
