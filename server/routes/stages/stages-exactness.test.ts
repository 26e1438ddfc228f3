import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { rebuildProject } from '#server/db/rollups/rebuild.ts'
import { chance } from '#server/demo/random.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import { expectedIds, expectedStages } from '#tests/support/oracles/stage-oracle.ts'
import {
  keyOf,
  openStageSale,
  STAGE_PROJECTS,
  STAGE_SALE_END,
  type ModelPlan,
  type StageSale,
} from '#tests/support/oracles/stage-sale.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'
import { openMigrated, whyNoPostgres } from '#tests/support/server/postgres.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const ROUNDS = byExtent({ change: 6, all: 20, long: 200 })
const CHANGES_PER_ROUND = 14
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']
const NO_PLAN: ModelPlan = {
  version: 0,
  stages: [],
  soft_cap_usd: null,
  hard_cap_usd: null,
  count_bonuses: 0,
}

/** What each database forecasts for the same sale. */
const forecasts: string[][] = []

const missing = whyNoPostgres()
if (missing !== null) console.warn(`Tests on PostgreSQL are skipped: ${missing}`)

describe('on the embedded database', () => {
  proveStages(() => openTestApp())
})
describe.runIf(missing === null)('on PostgreSQL', () => {
  proveStages(async () => {
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

function proveStages(open: () => Promise<TestApp>) {
  const random = chance('stages')
  const plans = new Map(STAGE_PROJECTS.map((project) => [project, NO_PLAN]))
  let app: TestApp
  let admin: SignedIn
  let sale: StageSale
  beforeAll(async () => {
    app = await open()
    admin = await app.signIn('admin')
    sale = await openStageSale(app.db, random)
  })
  afterAll(() => app.close())

  const planOf = (project: string) => plans.get(project) ?? NO_PLAN

  async function get(path: string, params: Record<string, string>, projects: readonly string[]) {
    const query = new URLSearchParams(params)
    for (const project of projects) query.append('projects', project)
    const answer = await app.call('GET', `${path}?${query.toString()}`, { as: admin })
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    return answer
  }

  /** Saves another plan, and expects what is saved to be it, with old names where they are free. */
  async function changePlan(project: string): Promise<void> {
    const plan = await sale.somePlan(project, planOf(project))
    const before = planOf(project).stages
    const { status, body } = await app.call('PUT', `/projects/${project}/stages`, {
      as: admin,
      body: {
        ...plan,
        version: plan.version - 1,
        stages: plan.stages.map(({ id, names: [name, ...also], ...stage }) => ({
          ...stage,
          ...(id === '' ? {} : { id }),
          name,
          // The server itself adds the old name.
          also: also.filter((one) => before.find((old) => old.id === id)?.names[0] !== one),
        })),
      },
    })
    expect({ status, message: body.message }).toEqual({ status: 200 })
    const stages = plan.stages.map((stage, at) => ({ ...stage, id: body.stages[at].id }))
    expect(
      body.stages.map(({ name, also }: { name: string; also: string[] }) => [name, ...also]),
    ).toEqual(stages.map(({ names }) => names))
    plans.set(project, { ...plan, stages })
  }

  async function compareSummary(zone: string, days: 7 | 14 | 30): Promise<void> {
    const params = { tz: zone, days: String(days) }
    const { body } = await get('/stages/summary', params, STAGE_PROJECTS)
    const now = app.clock.now()
    const found: string[] = []
    for (const project of STAGE_PROJECTS) {
      const { cap_forecast, stages, ...summary } = body[project]
      const figures = stages.map(({ forecast, ...stage }: { forecast: unknown }) => {
        found.push(JSON.stringify(forecast))
        return stage
      })
      found.push(JSON.stringify(cap_forecast))
      expect({ project, ...summary, stages: figures }).toEqual({
        project,
        ...(await expectedStages(app.db, project, planOf(project), { zone, days, now })),
      })
    }
    made.push(found.join(' '))
  }
  const made: string[] = []

  /** The ids of all rows of the list, after comparing their number with the total and the CSV. */
  async function listIds(params: Record<string, string>, projects: readonly string[]) {
    const ids: number[] = []
    for (let page = 1; ; page++) {
      const some = await get('/transactions', { ...params, page: String(page) }, projects)
      const { results } = some.body
      ids.push(...results.map(({ id }: { id: string }) => Number(id)))
      if (results.length === 0) break
    }
    const { body: total } = await get('/transactions/total', params, projects)
    const { text } = await get('/transactions/csv', params, projects)
    // Names of stages have line breaks in quotes.
    const lines = text
      .replaceAll(/"[^"]*"/g, '')
      .trim()
      .split('\r\n')
    expect([total.rows, lines.length - 1]).toEqual([ids.length, ids.length])
    return ids.toSorted((a, b) => a - b)
  }

  async function compareLists(): Promise<void> {
    const byNumber = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b)
    for (const [what, params] of [
      ['off', { stage_price: 'off' }],
      ['before', { stage_time: 'before' }],
      ['after', { stage_time: 'after' }],
      ['counted', { status: 'completed', voided: '0' }],
    ] as const) {
      const all: number[] = []
      for (const project of STAGE_PROJECTS) {
        const byStage = await expectedIds(app.db, project, planOf(project), what)
        all.push(...[...byStage.values()].flat())
        const stages = [...byStage]
        if (stages.length === 0) continue
        const [stage, ids] = random.pick(stages)
        const name = random.pick(stage.names)
        // Capitals of "ß" are another name.
        const written = name.includes('ß') ? name : name.toUpperCase()
        const own = await listIds({ ...params, stage: ` ${written}` }, [project])
        expect({ what, name, own }).toEqual({ what, name, own: byNumber(ids) })
      }
      // Of several projects at once, whose plans differ.
      const many = what === 'counted' ? all : await listIds(params, STAGE_PROJECTS)
      expect(byNumber(many)).toEqual(byNumber(all))
      const name = random.pick(['Stage 1', 'round', 'étape 2', 'stage 1 otc'])
      const expected: number[] = []
      for (const project of STAGE_PROJECTS) {
        const byStage = await expectedIds(app.db, project, planOf(project), what)
        const [, ids] =
          [...byStage].find(([{ names }]) => names.some((one) => keyOf(one) === keyOf(name))) ?? []
        expected.push(...(ids ?? (what === 'counted' ? await unplannedIds(project, name) : [])))
      }
      expect({
        what,
        name,
        ids: await listIds({ ...params, stage: name }, STAGE_PROJECTS),
      }).toEqual({ what, name, ids: byNumber(expected) })
    }
  }

  async function unplannedIds(project: string, name: string): Promise<number[]> {
    const rows = await app.db
      .selectFrom('transactions')
      .select(['id', 'stage_name'])
      .where('project_id', '=', project)
      .where('status', '=', 'completed')
      .where('voided_at', 'is', null)
      .execute()
    const key = keyOf(name)
    return rows.flatMap(({ id, stage_name }) => (keyOf(stage_name ?? '') === key ? id : []))
  }

  test('every figure and list of stages equals plain SQL after any changes of sale and plans', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (let n = 0; n < CHANGES_PER_ROUND; n++) {
        await sale.change()
        const project = random.pick(STAGE_PROJECTS.slice(0, -1))
        if (random.happens(0.15)) await changePlan(project)
      }
      const at = STAGE_SALE_END - random.pick([0, 0, 1, 26, 200]) * 3_600_000
      app.clock.set(new Date(at).toISOString())
      await compareSummary(random.pick(ZONES), random.pick([7, 14, 30]))
      if (round % 4 === 0) await compareLists()
      for (const project of STAGE_PROJECTS) {
        expect(await checkProject(app.db, project)).toEqual([])
      }
    }
    for (const project of STAGE_PROJECTS) {
      await rebuildProject(app.db, project)
      expect(await checkProject(app.db, project)).toEqual([])
    }
    await compareSummary('UTC', 7)
    forecasts.push(made)
    expect(made.join(' ')).toMatch(/"likely"/)
    // Ids, dates and seeds are the same in both databases.
    expect(made).toEqual(forecasts[0])
  })

  test('a forecast is the same after a restart, and looks at the completed days of its zone', async () => {
    const restarted = await openTestApp({ db: app.db })
    const as = await restarted.signIn('admin')
    // Chance may leave every stage sold out; this project sells on.
    const steady = await addSteadyProject(app.db)
    const projects = [...STAGE_PROJECTS, steady]
    const { status } = await app.call('PUT', `/projects/${steady}/stages`, {
      as: admin,
      body: { version: 0, stages: [], soft_cap_usd: null, hard_cap_usd: '5000', count_bonuses: 0 },
    })
    expect(status).toBe(200)
    /** The last day that each project's forecasts look at, and the forecasts. */
    async function forecastsAt(instant: number, tz: string) {
      const query = new URLSearchParams({ tz, days: '14' })
      for (const project of projects) query.append('projects', project)
      const answers = []
      for (const [one, user] of [
        [app, admin],
        [restarted, as],
      ] as const) {
        one.clock.set(new Date(instant).toISOString())
        answers.push((await one.call('GET', `/stages/summary?${query}`, { as: user })).body)
      }
      const [before, after] = answers
      expect({ tz, instant, after }).toEqual({ tz, instant, after: before })
      const found: [lastDay: string, forecasts: unknown[]][] = projects.map((project) => {
        const { pace, cap_forecast, stages } = after[project]
        return [
          pace.days.at(-1).date,
          [cap_forecast, ...stages.map((stage: { forecast: unknown }) => stage.forecast)],
        ]
      })
      return found
    }
    for (const [tz, midnight] of [
      ['America/New_York', '2026-03-29T04:00:00Z'],
      ['Asia/Kathmandu', '2026-03-28T18:15:00Z'],
    ] as const) {
      const at = Date.parse(midnight)
      const [last, first] = [await forecastsAt(at - 1, tz), await forecastsAt(at, tz)]
      expect([...last, ...first].map(([day]) => day)).toEqual([
        ...last.map(() => '2026-03-27'),
        ...first.map(() => '2026-03-28'),
      ])
      for (const [, [cap]] of [...last.slice(-1), ...first.slice(-1)])
        expect(cap).toMatchObject({ likely: expect.any(String) })
    }
    await restarted.close()
  })
}

/** A project that sold for 100 USD on each of its 20 days. */
async function addSteadyProject(db: Db): Promise<string> {
  const { id } = await addProject(db, { id: 'STEADY' })
  const { wallet_address } = await addWallet(db, { project_id: id })
  for (let day = 1; day <= 20; day++)
    await addTransaction(db, {
      project_id: id,
      wallet_address,
      created_at: new Date(STAGE_SALE_END - day * DAY_MS),
    })
  return id
}
