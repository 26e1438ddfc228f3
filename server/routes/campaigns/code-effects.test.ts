import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#src/domain/time/zone.ts'
import { codeEffectSchema, type CodeEffect } from '#src/wire/code-effects.ts'
import { buyWithCodes } from '#tests/support/oracles/code-purchases.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addBonusCode, addProject } from '#tests/support/server/builders.ts'

const NOW = '2026-11-20T12:00:00.000Z'

let app: TestApp
let staff: SignedIn

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'SECRET', 'EMPTY']) await addProject(app.db, { id })
  staff = await app.signIn('user', ['AURA', 'EMPTY'])
})
afterAll(() => app.close())

const at = (instant: string) => new Date(instant)

const get = (project: string, id: number | string, query = '', as = staff) =>
  app.call('GET', `/bonus-codes/${project}/${id}/effect${query}`, { as })

async function effectOf(code: { project_id: string; id: number }, query = ''): Promise<CodeEffect> {
  const { status, body } = await get(code.project_id, code.id, query)
  expect(status).toBe(200)
  return codeEffectSchema.parse(body)
}

/** A project of its own, so that its figures are those of one test. */
let serial = 0
async function freshProject(): Promise<string> {
  const { id } = await addProject(app.db, { id: `FRESH${++serial}` })
  staff = await app.signIn('user', ['AURA', 'EMPTY', id])
  return id
}

const windowsOf = ({ during, before, after }: CodeEffect) =>
  [before, during, after].map((window) => window && [window.from, window.to, window.purchases])

describe('the windows of a code', () => {
  test('without a start begin at its creation, and without an end stay open until now', async () => {
    const project_id = await freshProject()
    const code = await addBonusCode(app.db, { project_id, created_at: at('2026-11-18T12:00:00Z') })
    await buyWithCodes(app.db, project_id, '2026-11-16T11:59:59.999Z', [code.id])
    await buyWithCodes(app.db, project_id, '2026-11-16T12:00:00Z', [code.id])
    await buyWithCodes(app.db, project_id, '2026-11-18T12:00:00Z', [code.id])
    await buyWithCodes(app.db, project_id, '2026-11-20T11:59:59.999Z', [code.id])
    await buyWithCodes(app.db, project_id, NOW, [code.id])
    const effect = await effectOf(code)
    expect(windowsOf(effect)).toEqual([
      ['2026-11-16T12:00:00.000Z', '2026-11-18T12:00:00.000Z', 1],
      ['2026-11-18T12:00:00.000Z', NOW, 2],
      null,
    ])
    expect([effect.first_use, effect.last_use]).toEqual(['2026-11-16T11:59:59.999Z', NOW])
  })

  test('of a code with an end in the future are not followed by one yet', async () => {
    const code = await addBonusCode(app.db, {
      project_id: 'AURA',
      start_date: at('2026-11-20T11:00:00Z'),
      end_date: at('2026-11-20T12:00:00.001Z'),
    })
    const running = await effectOf(code)
    expect([running.during.to, running.after]).toEqual([NOW, null])
    app.clock.advance(1)
    const ended = await effectOf(code)
    app.clock.advance(-1)
    expect([ended.during.to, ended.after?.from, ended.after?.to]).toEqual([
      '2026-11-20T12:00:00.001Z',
      '2026-11-20T12:00:00.001Z',
      '2026-11-20T13:00:00.002Z',
    ])
  })

  test('end when the code is disabled before its end', async () => {
    const { id } = await addBonusCode(app.db, {
      project_id: 'AURA',
      start_date: at('2026-11-20T10:00:00Z'),
      end_date: at('2026-12-01T00:00:00Z'),
    })
    const disable = () => app.call('POST', `/bonus-codes/AURA/${id}/disable`, { as: staff })
    expect((await disable()).body).not.toHaveProperty('disabled_at')
    app.clock.advance(MINUTE_MS)
    await disable()
    const effect = await effectOf({ project_id: 'AURA', id })
    app.clock.set(NOW)
    expect(effect.code).toMatchObject({ disabled: 1, disabled_at: NOW })
    expect(windowsOf(effect)).toEqual([
      ['2026-11-20T08:00:00.000Z', '2026-11-20T10:00:00.000Z', 0],
      ['2026-11-20T10:00:00.000Z', NOW, 0],
      [NOW, '2026-11-20T14:00:00.000Z', 0],
    ])
  })

  test.each([
    ['its end', '2026-11-20T11:00:00.000Z', '2026-11-20T11:00:00.000Z', true],
    ['now, before its end', '2026-11-21T00:00:00.000Z', NOW, false],
    ['now, without an end', null, NOW, false],
  ])(
    'of a code that was disabled at an unknown time last until %s',
    async (_case, end, to, hasAfter) => {
      const code = await addBonusCode(app.db, {
        project_id: 'AURA',
        start_date: at('2026-11-20T10:00:00Z'),
        end_date: end === null ? null : at(end),
        disabled: true,
      })
      const { code: shown, during, after } = await effectOf(code)
      expect([shown.disabled, shown.disabled_at]).toEqual([1, null])
      expect([during.to, after !== null]).toEqual([to, hasAfter])
    },
  )

  test.each([
    ['from its start to its end', '2026-12-01T00:00:00.000Z', null, '2026-12-01T00:00:00.000Z'],
    ['at its start without an end', null, null, '2026-11-21T00:00:00.000Z'],
    ['at its start once it is disabled', null, '2026-11-19T00:00:00Z', '2026-11-21T00:00:00.000Z'],
  ])('of a code that has not begun are empty and lie %s', async (_case, end, disabled, to) => {
    const project_id = await freshProject()
    const code = await addBonusCode(app.db, {
      project_id,
      start_date: at('2026-11-21T00:00:00Z'),
      end_date: end === null ? null : at(end),
      disabled: disabled !== null,
      disabled_at: disabled === null ? null : at(disabled),
    })
    // With the clock of another machine.
    await buyWithCodes(app.db, project_id, '2026-11-21T00:00:00Z', [code.id])
    const { during, before, after, by_day, sources, countries } = await effectOf(code)
    const nothing = { purchases: 0, buyers: 0, new_buyers: 0, amount: 0 }
    expect(during).toEqual({
      from: '2026-11-21T00:00:00.000Z',
      to,
      ...nothing,
      bonus_tokens: '0',
      share_of_project: null,
      project: nothing,
    })
    expect({ before, after, by_day, sources, countries }).toEqual({
      before: null,
      after: null,
      by_day: [],
      sources: [],
      countries: [],
    })
  })

  test('stay within the years of the wire', async () => {
    const code = await addBonusCode(app.db, {
      project_id: 'EMPTY',
      start_date: at('0001-01-01T00:00:00Z'),
      end_date: at('0002-01-01T00:00:00Z'),
    })
    expect((await effectOf(code)).before).toMatchObject({
      from: '0001-01-01T00:00:00.000Z',
      to: '0001-01-01T00:00:00.000Z',
    })
  })
})

describe('the purchases with a code', () => {
  test('count once each, in the figures of their wallets and of the project', async () => {
    const project_id = await freshProject()
    const dates = { start_date: at('2026-11-10T00:00:00Z'), end_date: at('2026-11-12T00:00:00Z') }
    const code = await addBonusCode(app.db, { project_id, ...dates })
    const other = await addBonusCode(app.db, { project_id })
    const buyer = await buyWithCodes(
      app.db,
      project_id,
      '2026-11-10T08:00:00Z',
      [code.id, code.id, other.id],
      {
        utm_source: 'google',
        utm_medium: '',
        country: 'DE',
      },
    )
    const again = { wallet_address: buyer, country: null, utm_source: null }
    await buyWithCodes(app.db, project_id, '2026-11-10T09:00:00Z', [code.id], again)
    await buyWithCodes(app.db, project_id, '2026-11-10T10:00:00Z', [other.id])
    await buyWithCodes(app.db, project_id, '2026-11-11T10:00:00Z', [code.id], {
      status: 'refunded',
    })
    await buyWithCodes(app.db, project_id, '2026-11-12T00:00:00Z', [], {
      payment_usd_amount: '0.005',
    })
    const effect = await effectOf(code)
    expect(effect.during).toEqual({
      from: '2026-11-10T00:00:00.000Z',
      to: '2026-11-12T00:00:00.000Z',
      purchases: 2,
      buyers: 1,
      new_buyers: 1,
      amount: 200,
      bonus_tokens: '150',
      share_of_project: 66.66,
      project: { purchases: 3, buyers: 2, new_buyers: 2, amount: 300 },
    })
    expect(effect.after).toMatchObject({
      purchases: 0,
      share_of_project: 0,
      project: { purchases: 1, amount: 0.01 },
    })
    expect(effect.before?.share_of_project).toBeNull()
    const sums = { purchases: 1, amount: 100 }
    expect(effect.sources).toEqual([
      { utm_source: 'google', utm_medium: 'unknown', ...sums },
      { utm_source: 'unknown', utm_medium: 'unknown', ...sums },
    ])
    expect(effect.countries).toEqual([
      { country: 'DE', ...sums },
      { country: 'unknown', ...sums },
    ])
  })

  test('are listed by the days of the zone, which is UTC without a known one', async () => {
    const project_id = await freshProject()
    const code = await addBonusCode(app.db, {
      project_id,
      start_date: at('2026-11-09T22:30:00Z'),
      end_date: at('2026-11-10T23:30:00Z'),
    })
    await buyWithCodes(app.db, project_id, '2026-11-09T23:30:00Z', [code.id])
    await buyWithCodes(app.db, project_id, '2026-11-10T23:15:00Z')
    const days = async (query: string) =>
      (await effectOf(code, query)).by_day.map((day) => [
        day.date,
        day.purchases,
        day.amount,
        day.project_amount,
      ])
    expect(await days('?tz=Europe/Berlin')).toEqual([
      ['2026-11-10T00:00:00+01:00', 1, 100, 100],
      ['2026-11-11T00:00:00+01:00', 0, 0, 100],
    ])
    const utc = [
      ['2026-11-09T00:00:00+00:00', 1, 100, 100],
      ['2026-11-10T00:00:00+00:00', 0, 0, 100],
    ]
    for (const query of ['', '?tz=', '?tz=UTC', '?tz=Europe/Atlantis'])
      expect(await days(query)).toEqual(utc)
  })
})

describe('the effect of a code', () => {
  test('is not found for a foreign project, the code of another project and a malformed id', async () => {
    const own = await addBonusCode(app.db, { project_id: 'AURA' })
    const foreign = await addBonusCode(app.db, { project_id: 'SECRET' })
    for (const [project, id] of [
      ['SECRET', foreign.id],
      ['AURA', foreign.id],
      ['EMPTY', own.id],
      ['AURA', 999_999],
      ['AURA', 'x'],
      ['ABSENT', own.id],
    ] as const)
      expect([project, id, (await get(project, id)).status]).toEqual([project, id, 404])
  })

  test('is forbidden without a role that sees money', async () => {
    const code = await addBonusCode(app.db, { project_id: 'AURA' })
    const marketing = await app.signIn('marketing', ['AURA'])
    expect((await get('AURA', code.id, '', marketing)).status).toBe(403)
    expect((await get('AURA', code.id)).status).toBe(200)
  })
})
