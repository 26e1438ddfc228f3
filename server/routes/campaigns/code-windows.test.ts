import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import { codeWindowsSchema } from '#src/wire/code-effects.ts'
import { buyWithCodes } from '#tests/support/oracles/code-purchases.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addBonusCode, addProject, addWallet, someAddress } from '#tests/support/server/builders.ts'

let app: TestApp
let staff: SignedIn

beforeAll(async () => {
  app = await openTestApp()
  await addProject(app.db, { id: 'SECRET' })
})
afterAll(() => app.close())

const at = (instant: string) => new Date(instant)

/** A project of its own, so that its marks are those of one test. */
let serial = 0
async function freshProject(): Promise<string> {
  const { id } = await addProject(app.db, { id: `FRESH${++serial}` })
  staff = await app.signIn('user', [id])
  return id
}

describe('the marks of a graph', () => {
  const RANGE = 'start_date=2026-06-01T00:00:00Z&end_date=2026-07-01T00:00:00Z'
  const windows = async (projects: readonly string[], range = RANGE) => {
    const params = projects.map((project) => `&projects=${project}`).join('')
    const { status, body } = await app.call('GET', `/bonus-codes/windows?${range}${params}`, {
      as: staff,
    })
    expect(status).toBe(200)
    return codeWindowsSchema.parse(body)
  }

  test('are codes whose window begins or ends in the range, by their start', async () => {
    const project_id = await freshProject()
    const add = (code: string, dates: Record<string, string | boolean>) =>
      addBonusCode(app.db, { project_id, code, created_at: at('2026-01-01T00:00:00Z'), ...dates })
    const [start_date, end_date] = ['2026-05-01T00:00:00Z', '2026-08-01T00:00:00Z']
    await add('AROUND', { start_date, end_date })
    await add('ENDS', { start_date, end_date: '2026-06-01T00:00:00Z' })
    await add('ENDS AFTER', { start_date, end_date: '2026-07-01T00:00:00Z' })
    await add('BEGINS', { start_date: '2026-06-30T23:59:59.999Z', end_date })
    await add('BEGINS AFTER', { start_date: '2026-07-01T00:00:00Z', end_date })
    await add('CREATED', { created_at: '2026-06-02T00:00:00Z' })
    const disabled = { disabled: true, disabled_at: '2026-06-10T00:00:00Z' }
    await add('DISABLED', { start_date, end_date, ...disabled })
    await add('NEVER BEGAN', { start_date: '2026-06-20T00:00:00Z', end_date, ...disabled })
    await add('DISABLED AFTER ITS END', {
      start_date,
      end_date: '2026-05-20T00:00:00Z',
      ...disabled,
    })
    await add('DISABLED AT AN UNKNOWN TIME', { start_date, end_date, disabled: true })
    const { codes } = await windows([project_id])
    expect(codes.map(({ code }) => code)).toEqual(['ENDS', 'DISABLED', 'CREATED', 'BEGINS'])
    expect(codes[1]).toEqual({
      project_id,
      id: expect.any(String),
      code: 'DISABLED',
      percentage: 10,
      start_date: '2026-05-01T00:00:00.000Z',
      end_date: '2026-08-01T00:00:00.000Z',
      disabled: 1,
      disabled_at: '2026-06-10T00:00:00.000Z',
      uses: 0,
      max_uses: null,
    })
    expect(codes[2]).toMatchObject({ start_date: '2026-06-02T00:00:00.000Z', end_date: null })
  })

  test('of more than 40 codes are those with the most USD', async () => {
    const project_id = await freshProject()
    const ids: number[] = []
    for (let day = 1; day <= 40; day++) {
      const created_at = new Date(Date.UTC(2026, 5, 1) + (day % 30) * 24 * HOUR_MS)
      ids.push((await addBonusCode(app.db, { project_id, created_at })).id)
    }
    const [first = 0, second = 0, ...others] = ids
    const last = others.at(-1) ?? 0
    await buyWithCodes(app.db, project_id, '2026-11-01T00:00:00Z', [last, last])
    await buyWithCodes(app.db, project_id, '2026-11-01T00:00:00Z', [second], {
      payment_usd_amount: '100.01',
    })
    await buyWithCodes(app.db, project_id, '2026-11-01T00:00:00Z', [first], { status: 'failed' })
    const shown = async () => (await windows([project_id])).codes.map(({ id }) => Number(id))
    expect(await shown()).toHaveLength(40)
    expect((await shown())[0]).not.toBe(second)
    const created_at = at('2026-06-15T00:00:00Z')
    const newest = await addBonusCode(app.db, { project_id, created_at })
    await buyWithCodes(app.db, project_id, '2026-01-01T00:00:00Z', [newest.id], {
      payment_usd_amount: '0.01',
    })
    expect(await shown()).toEqual([second, last, newest.id, first, ...others.slice(0, -2)])
  })

  test('are stages by their first completed purchase in the range', async () => {
    const [one, two] = [await freshProject(), await freshProject()]
    staff = await app.signIn('user', [one, two])
    const stage = (project: string, stage_name: string | null, created_at: string, status = {}) =>
      buyWithCodes(app.db, project, created_at, [], { stage_name, ...status })
    await stage(one, 'Before', '2026-05-31T23:59:59.999Z')
    await stage(one, 'Before', '2026-06-02T00:00:00Z')
    await stage(one, 'Second', '2026-06-20T00:00:00Z')
    await stage(one, 'Second', '2026-06-10T00:00:00Z', { status: 'failed' })
    await stage(one, 'Failed', '2026-06-10T00:00:00Z', { status: 'failed' })
    await stage(one, null, '2026-06-10T00:00:00Z')
    await stage(one, 'First', '2026-06-01T00:00:00Z')
    await stage(one, 'After', '2026-07-01T00:00:00Z')
    await stage(two, 'Second', '2026-06-15T00:00:00Z')
    expect((await windows([one, two])).stages).toEqual([
      { project_id: one, stage_name: 'First', first_at: '2026-06-01T00:00:00.000Z' },
      { project_id: two, stage_name: 'Second', first_at: '2026-06-15T00:00:00.000Z' },
      { project_id: one, stage_name: 'Second', first_at: '2026-06-20T00:00:00.000Z' },
    ])
    expect((await windows([two])).stages).toHaveLength(1)
  })

  test('are planned stages by their planned start, all names of one as one', async () => {
    const project_id = await freshProject()
    const buy = (stage_name: string, created_at: string) =>
      buyWithCodes(app.db, project_id, created_at, [], { stage_name })
    await buy('Seed', '2026-06-02T00:00:00Z')
    await buy(' ROUND 1', '2026-06-03T00:00:00Z')
    await buy('Round-1', '2026-06-04T00:00:00Z')
    await buy('Open', '2026-06-05T00:00:00Z')
    await buy('OTC', '2026-06-06T00:00:00Z')
    const admin = await app.signIn('admin')
    const price_usd = '1'
    const { status } = await app.call('PUT', `/projects/${project_id}/stages`, {
      as: admin,
      body: {
        version: 0,
        stages: [
          { name: 'Seed', price_usd, starts_at: '2026-05-01T00:00:00Z' },
          { name: 'Round 1', also: ['Round-1'], price_usd, starts_at: '2026-06-10T09:30:00Z' },
          { name: 'Open', price_usd },
          { name: 'Final', price_usd, starts_at: '2026-06-20T00:00:00Z' },
          { name: 'Never', price_usd },
          { name: 'Later', price_usd, starts_at: '2026-07-01T00:00:00Z' },
        ],
      },
    })
    expect(status).toBe(200)
    expect((await windows([project_id])).stages).toEqual([
      { project_id, stage_name: 'Open', first_at: '2026-06-05T00:00:00.000Z' },
      { project_id, stage_name: 'OTC', first_at: '2026-06-06T00:00:00.000Z' },
      { project_id, stage_name: 'Round 1', first_at: '2026-06-10T09:30:00.000Z' },
      { project_id, stage_name: 'Final', first_at: '2026-06-20T00:00:00.000Z' },
    ])
  })

  test('of more than 40 stages are the newest', async () => {
    const project_id = await freshProject()
    const wallet_address = someAddress()
    await addWallet(app.db, { project_id, wallet_address })
    for (let hour = 0; hour <= 40; hour++) {
      const created_at = new Date(Date.UTC(2026, 5, 1, hour)).toISOString()
      await buyWithCodes(app.db, project_id, created_at, [], {
        stage_name: `Stage ${hour}`,
        wallet_address,
      })
    }
    const names = (await windows([project_id])).stages.map(({ stage_name }) => stage_name)
    expect(names).toEqual(Array.from({ length: 40 }, (_, place) => `Stage ${place + 1}`))
  })

  test('leave out foreign projects, and there are none without projects', async () => {
    await freshProject()
    await addBonusCode(app.db, { project_id: 'SECRET', created_at: at('2026-06-10T00:00:00Z') })
    expect(await windows(['SECRET'])).toEqual({ codes: [], stages: [] })
    expect(await windows([])).toEqual({ codes: [], stages: [] })
  })
})
