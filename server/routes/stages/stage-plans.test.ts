import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkProject } from '#server/db/rollups/check.ts'
import { chance } from '#server/demo/random.ts'
import { MAX_ALSO, MAX_STAGES } from '#src/wire/stages.ts'
import { expectedStages } from '#tests/support/oracles/stage-oracle.ts'
import type { ModelPlan } from '#tests/support/oracles/stage-sale.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addIngestKey, addProject } from '#tests/support/server/builders.ts'
import { openMigrated, whyNoPostgres } from '#tests/support/server/postgres.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const BATCHES = byExtent({ change: 10, all: 30, long: 200 })
const DAY = '2026-11-02T00:00:00.000Z'
const NEXT_DAY = '2026-11-03T00:00:00.000Z'
const LATER = '2026-11-04T00:00:00.000Z'

const missing = whyNoPostgres()
if (missing !== null) console.warn(`Tests on PostgreSQL are skipped: ${missing}`)

describe('on the embedded database', () => {
  provePlans(() => openTestApp())
})
describe.runIf(missing === null)('on PostgreSQL', () => {
  provePlans(async () => {
    const { db, close } = await openMigrated()
    const app = await openTestApp({ db })
    return {
      ...app,
      close: async () => {
        await app.close()
        await close()
      },
    }
  })
})

const one = { name: 'Stage 1', price_usd: '0.1' }
const two = { name: 'Stage 2', price_usd: '0.2' }
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Stage ${n}`, price_usd: '1' }))
const names = (count: number) => Array.from({ length: count }, (_, n) => `name ${n}`)

/** What is wrong, and the field that the answer names. */
const REFUSED: [body: Record<string, unknown>, field: string][] = [
  [{ stages: [one, { ...two, name: ' STAGE 1\u00a0' }] }, 'stages.1.name'],
  [{ stages: [one, { ...two, also: ['a', 'stage 1 '] }] }, 'stages.1.also.1'],
  [
    {
      stages: [
        { ...one, also: ['Étape'] },
        { ...two, also: ['ÉTAPE'] },
      ],
    },
    'stages.1.also.0',
  ],
  [{ stages: [{ ...one, also: ['Stage 1'] }] }, 'stages.0.also.0'],
  // Letters that JavaScript and a database make small in different ways.
  [
    {
      stages: [
        { ...one, name: 'ΟΔΟΣ' },
        { ...two, name: 'οδοσ' },
      ],
    },
    'stages.1.name',
  ],
  [{ stages: [one, { ...two, name: '' }] }, 'stages.1.name'],
  [{ stages: [{ ...one, name: '\u3000' }] }, 'stages.0.name'],
  [{ stages: [{ ...one, name: 'x'.repeat(201) }] }, 'stages.0.name'],
  [{ stages: [{ ...one, also: [''] }] }, 'stages.0.also.0'],
  [{ stages: [{ ...one, also: names(MAX_ALSO + 1) }] }, 'stages.0.also'],
  [{ stages: [{ ...one, price_usd: '0' }] }, 'stages.0.price_usd'],
  [{ stages: [{ ...one, price_usd: '0.000' }] }, 'stages.0.price_usd'],
  [{ stages: [{ ...one, price_usd: '-1' }] }, 'stages.0.price_usd'],
  [{ stages: [{ ...one, price_usd: '1e3' }] }, 'stages.0.price_usd'],
  [{ stages: [{ ...one, price_usd: 1 }] }, 'stages.0.price_usd'],
  [{ stages: [{ ...one, price_usd: `0.${'0'.repeat(18)}1` }] }, 'stages.0.price_usd'],
  [{ stages: [{ name: 'Stage 1' }] }, 'stages.0.price_usd'],
  [{ stages: [{ ...one, supply: '0' }] }, 'stages.0.supply'],
  [{ stages: [{ ...one, supply: '1'.repeat(21) }] }, 'stages.0.supply'],
  [{ stages: [{ ...one, starts_at: 'soon' }] }, 'stages.0.starts_at'],
  [{ stages: [{ ...one, starts_at: DAY, ends_at: DAY }] }, 'stages.0.ends_at'],
  [{ stages: [one, { ...two, starts_at: NEXT_DAY, ends_at: DAY }] }, 'stages.1.ends_at'],
  [
    {
      stages: [
        { ...one, starts_at: DAY, ends_at: LATER },
        { ...two, starts_at: NEXT_DAY },
      ],
    },
    'stages.1.starts_at',
  ],
  [
    {
      stages: [
        { ...one, starts_at: DAY, ends_at: LATER },
        { ...two, ends_at: NEXT_DAY },
      ],
    },
    'stages.1.ends_at',
  ],
  [{ stages: many(MAX_STAGES + 1) }, 'stages'],
  [{ stages: [{ ...one, id: '999999' }] }, 'stages.0.id'],
  [{ stages: [{ ...one, id: 'x' }] }, 'stages.0.id'],
  [{ stages: [{ ...one, sold: '1' }] }, 'sold'],
  [{ soft_cap_usd: '0' }, 'soft_cap_usd'],
  [{ hard_cap_usd: 'much' }, 'hard_cap_usd'],
  [{ soft_cap_usd: '10.01', hard_cap_usd: '10' }, 'soft_cap_usd'],
  [{ count_bonuses: 2 }, 'count_bonuses'],
  [{ version: null }, 'version'],
  [{ stages: null }, 'stages'],
]

function provePlans(open: () => Promise<TestApp>) {
  let app: TestApp
  let admin: SignedIn
  beforeAll(async () => {
    app = await open()
    admin = await app.signIn('admin')
    await addProject(app.db, { id: 'PLAN' })
  })
  afterAll(() => app.close())

  const put = (project: string, body: object, as: SignedIn = admin) =>
    app.call('PUT', `/projects/${project}/stages`, {
      as,
      body: { version: 0, stages: [], ...body },
    })
  const read = (project: string) => app.call('GET', `/projects/${project}/stages`, { as: admin })

  test.each(REFUSED)('%j is refused, and the answer names its field', async (body, field) => {
    const { status, body: answer } = await put('PLAN', body)
    expect({ status, message: answer.message }).toEqual({
      status: 400,
      message: expect.stringContaining(field),
    })
    expect((await read('PLAN')).body).toMatchObject({ version: 0, stages: [] })
  })

  test('the largest plan is saved, and one that only touches in time', async () => {
    await addProject(app.db, { id: 'LARGE' })
    const stages = many(MAX_STAGES).map((stage, n) => ({
      ...stage,
      also: names(MAX_ALSO).map((name) => `${n} ${name}`),
      starts_at: new Date(Date.parse(DAY) + n * 1000).toISOString(),
      ends_at: new Date(Date.parse(DAY) + (n + 1) * 1000).toISOString(),
    }))
    const { status, body } = await put('LARGE', {
      stages,
      soft_cap_usd: '10',
      hard_cap_usd: '10.0',
    })
    expect(status).toBe(200)
    expect(body.stages).toEqual(stages.map((stage) => expect.objectContaining(stage)))
    // Renamed once more, a stage would have one name too many; nothing of it is saved.
    const [{ id, ...first }, ...rest] = body.stages
    const renamed = await put('LARGE', {
      version: 1,
      stages: [{ id, ...first, name: 'Other', supply: null }, ...rest],
    })
    expect([renamed.status, renamed.body.message]).toEqual([
      400,
      expect.stringContaining('stages.0.also'),
    ])
    expect((await read('LARGE')).body.version).toBe(1)
  })

  test('it needs an admin who has confirmed, a project that is theirs, and one that is not archived', async () => {
    const unconfirmed = await app.signIn('admin', [], { isConfirmed: false })
    const refused = await put('PLAN', {}, unconfirmed)
    expect([refused.status, Object.keys(refused.body.step_up)]).toEqual([
      403,
      ['challenge', 'factors'],
    ])
    for (const role of ['user', 'client', 'marketing'])
      expect((await put('PLAN', {}, await app.signIn(role, ['PLAN']))).status).toBe(403)
    expect((await put('NONE', {})).status).toBe(404)
    const foreign = await app.signIn('client', ['LARGE'])
    expect((await app.call('GET', '/projects/PLAN/stages', { as: foreign })).status).toBe(404)
    await addProject(app.db, { id: 'GONE', archived_at: new Date(DAY) })
    const archived = await put('GONE', { stages: [one] })
    expect([archived.status, archived.body.message]).toEqual([409, 'Project is archived'])
    expect((await read('GONE')).body.version).toBe(0)
  })

  test('of admins who save at once one succeeds, the others learn who did, and nothing is half saved', async () => {
    await addProject(app.db, { id: 'RACE' })
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const as = await app.signIn('admin')
        const stages = many(5).map((stage) => ({ ...stage, name: `${stage.name} of ${n}` }))
        return { as, stages, ...(await put('RACE', { stages, hard_cap_usd: String(n + 1) }, as)) }
      }),
    )
    const [winner, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    const others = answers.filter((answer) => answer !== winner)
    expect(others.map(({ status, body }) => [status, body.message])).toEqual(
      others.map(() => [409, expect.stringContaining(winner?.as.user.email ?? '')]),
    )
    const { body } = await read('RACE')
    expect(body).toEqual(winner?.body)
    expect(body).toMatchObject({ version: 1, stages: winner?.stages })
    const audit = await app.call('GET', '/audit?projects=RACE', { as: admin })
    expect(audit.body.results).toMatchObject([{ action: 'stages.change' }])
  })

  test('nothing is lost or counted twice while the plan changes during a sale', async () => {
    await addProject(app.db, { id: 'BUSY' })
    const { key } = await addIngestKey(app.db, 'BUSY')
    const random = chance('busy')
    const at = (n: number) => new Date(Date.parse(DAY) + n * 60_000).toISOString()
    const address = () => `0x${String(random.whole(1, 4)).padStart(40, '0')}`
    const someName = () => random.pick(['Stage 1', 'STAGE 1 ', 'Round', 'OTC', 'Stage 2', null])
    const statuses: number[] = []
    const send = async (events: object[]) => {
      const answer = await app.call('POST', '/ingest/BUSY/events', { as: key, body: { events } })
      statuses.push(answer.status)
      expect(answer.body.results).toEqual(
        events.map(() => expect.objectContaining({ outcome: 'taken' })),
      )
    }
    await send(
      [1, 2, 3, 4].map((n) => ({
        id: `w${n}`,
        kind: 'wallet',
        occurred_at: DAY,
        wallet_address: `0x${String(n).padStart(40, '0')}`,
      })),
    )

    /** Purchases with bonuses, then changes of the same ones. */
    async function buy(seller: number): Promise<void> {
      for (let batch = 0; batch < BATCHES; batch++) {
        const purchases = Array.from({ length: 5 }, (_, n) => ({
          kind: 'transaction',
          transaction_id: `t${seller}-${batch}-${n}`,
          wallet_address: address(),
          created_at: at(random.whole(0, 900)),
          payment_token_name: 'ETH',
          payment_token_amount: '1',
          payment_usd_amount: String(random.whole(1, 500)),
          tokens_bought: String(random.whole(1, 5000)),
        }))
        const eventOf = (purchase: (typeof purchases)[number], id: string, minute: number) => ({
          ...purchase,
          id: `${id}-${purchase.transaction_id}`,
          occurred_at: at(1000 + minute),
          stage_name: someName(),
          status: random.pick(['completed', 'completed', 'completed', 'refunded']),
        })
        await send(purchases.map((purchase) => eventOf(purchase, 'new', 0)))
        await send([
          ...purchases.slice(0, 3).map((purchase) => eventOf(purchase, 'changed', 1)),
          ...purchases.slice(2).map(({ transaction_id, wallet_address }) => ({
            id: `bonus-${transaction_id}`,
            kind: 'bonus_transaction',
            occurred_at: at(1002),
            transaction_id,
            wallet_address,
            type: 'rank',
            identifier: 'Gold',
            bonus_token_amount: '7.5',
          })),
        ])
      }
    }
    async function correct(): Promise<void> {
      for (let n = 0; n < BATCHES; n++) {
        const purchases = await app.db
          .selectFrom('transactions')
          .select('id')
          .where('project_id', '=', 'BUSY')
          .execute()
        if (purchases.length === 0) continue
        const path = `/transactions/BUSY/${random.pick(purchases).id}`
        for (const what of random.pick([['void'], ['void', 'restore']])) {
          const { status } = await app.call('POST', `${path}/${what}`, {
            as: admin,
            body: { reason: 'a mistake' },
          })
          statuses.push(status)
        }
      }
    }
    async function plan(): Promise<void> {
      for (let version = 0; version < BATCHES; version++) {
        const { stages } = (await read('BUSY')).body
        const [id] = stages.map((stage: { id: string }) => stage.id)
        const { status } = await put('BUSY', {
          version,
          count_bonuses: version % 2,
          hard_cap_usd: '5000',
          stages: [
            {
              ...(id && version % 4 < 3 ? { id } : {}),
              name: random.pick(['Stage 1', 'Round']),
              price_usd: random.pick(['0.1', '0.05']),
              supply: '20000',
              ends_at: at(500),
            },
            { name: 'Stage 2', also: ['OTC'].slice(version % 2), price_usd: '0.1', supply: '9000' },
          ],
        })
        statuses.push(status)
      }
    }
    await Promise.all([buy(1), buy(2), correct(), plan(), buy(3)])
    expect([...new Set(statuses)]).toEqual([200])

    expect(await checkProject(app.db, 'BUSY')).toEqual([])
    const { body: saved } = await read('BUSY')
    const { body } = await app.call('GET', '/stages/summary?projects=BUSY', { as: admin })
    const { cap_forecast: _cap, stages, ...summary } = body.BUSY
    const model: ModelPlan = {
      ...saved,
      stages: saved.stages.map(({ name, also, ...stage }: { name: string; also: string[] }) => ({
        ...stage,
        names: [name, ...also],
      })),
    }
    const figures = stages.map(
      ({ forecast: _forecast, ...stage }: Record<string, unknown>) => stage,
    )
    expect({ ...summary, stages: figures }).toEqual(
      await expectedStages(app.db, 'BUSY', model, {
        zone: 'UTC',
        days: 7,
        now: app.clock.now(),
      }),
    )
  })
}
