import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionStatus } from '#server/db/schema/schema.ts'
import { chance } from '#server/demo/random.ts'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import { codeEffectSchema, type CodeEffect } from '#src/wire/code-effects.ts'
import { expectedEffect } from '#tests/support/oracles/code-effect-oracle.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addBonusCode, addProject } from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const ROUNDS = byExtent({ change: 7, long: 120 })
const CHANGES_PER_ROUND = 10

// A sale around the clock changes of both hemispheres.
const START = Date.parse('2026-02-10T00:00:00Z')
const END = Date.parse('2026-05-10T00:00:00Z')
const PROJECTS = ['EXACT', 'x"y']
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']

const random = chance('code effects')
const wallets: { project_id: string; wallet_address: string }[] = []
const codes: { project_id: string; id: number }[] = []
let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
  for (const id of PROJECTS) await addProject(app.db, { id })
  for (let i = 0; i < 40; i++)
    wallets.push({ project_id: random.pick(PROJECTS), wallet_address: `0x${random.hex(40)}` })
  await app.db
    .insertInto('wallets')
    .values(wallets.map((wallet) => ({ ...wallet, created_at: new Date(START) })))
    .execute()
  for (const project_id of PROJECTS) for (let i = 0; i < 7; i++) await addCode(project_id)
  await buy(250)
})
afterAll(() => app.close())

const someTime = () => START + Math.floor(random.next() * (END - START))
const someStatus = () =>
  random.weighted<TransactionStatus>([
    ['completed', 6],
    ['pending', 2],
    ['refunded', 1],
    ['failed', 1],
  ])

/** With and without dates, disabled before, within and after them, also at an unknown time. */
async function addCode(project_id: string): Promise<void> {
  const [created, start] = [someTime(), someTime()]
  const end = start + random.whole(1, 40 * 24) * HOUR_MS + random.whole(0, 3_599_999)
  const isDisabled = random.happens(0.4)
  const { id } = await addBonusCode(app.db, {
    project_id,
    created_at: new Date(created),
    start_date: random.happens(0.7) ? new Date(start) : null,
    end_date: random.happens(0.6) ? new Date(end) : null,
    disabled: isDisabled,
    disabled_at: isDisabled && random.happens(0.8) ? new Date(someTime()) : null,
  })
  codes.push({ project_id, id })
}

/** Adds purchases, most with bonuses: of one code, twice of one, of two codes, and without a code. */
async function buy(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const at = new Date(someTime())
    return {
      ...random.pick(wallets),
      payment_token_name: 'ETH',
      payment_token_amount: '1',
      payment_usd_amount: random.happens(0.1)
        ? '0.000000000000000001'
        : `${random.whole(0, 20_000)}.${String(random.whole(0, 999_999_999))}000000001`,
      status: someStatus(),
      created_at: at,
      updated_at: at,
      country: random.pick([null, '', 'DE', 'unknown', 'XK']),
      utm_source: random.pick([null, '', 'google', 'x']),
      utm_medium: random.pick([null, 'cpc', 'social']),
    }
  })
  const bought = await app.db
    .insertInto('transactions')
    .values(rows)
    .returning(['id', 'project_id', 'wallet_address', 'created_at'])
    .execute()
  const bonuses = bought.flatMap(({ id, created_at, ...own }) => {
    const offered = codes.filter(({ project_id }) => project_id === own.project_id)
    const code = random.pick(offered).id
    const used = random.weighted<(number | null)[]>([
      [[], 2],
      [[code], 4],
      [[code, code], 2],
      [[code, null, random.pick(offered).id], 2],
      [[null], 1],
    ])
    return used.map((bonus_code_id) => ({
      ...own,
      transaction_id: id,
      bonus_code_id,
      bonus_token_amount: `${random.whole(0, 9_999_999)}.${random.whole(1, 999)}`,
      identifier: 'bonus',
      type: bonus_code_id === null ? ('rank' as const) : ('bonus_code' as const),
      created_at,
    }))
  })
  if (bonuses.length > 0) await app.db.insertInto('bonus_transactions').values(bonuses).execute()
}

const somePurchases = (count: number) => sql`id in (select id from transactions
  where id >= ${random.next()}::float8 * (select max(id) from transactions) order by id limit ${count})`

const CHANGES: readonly (readonly [change: () => Promise<unknown>, weight: number])[] = [
  [() => buy(random.whole(1, 4)), 6],
  [
    () =>
      sql`update transactions set status = ${someStatus()} where ${somePurchases(3)}`.execute(
        app.db,
      ),
    6,
  ],
  [
    () =>
      sql`update transactions set created_at = created_at - interval '3 days 5 hours 7 minutes'
        where ${somePurchases(2)}`.execute(app.db),
    2,
  ],
  [() => sql`delete from transactions where ${somePurchases(1)}`.execute(app.db), 2],
  [
    () =>
      sql`delete from bonus_transactions where id = (select max(id) from bonus_transactions)`.execute(
        app.db,
      ),
    1,
  ],
]

test('whatever happens to purchases, the effect of every code equals plain SQL in five zones', async () => {
  const seen = { before: 0, after: 0, planned: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < CHANGES_PER_ROUND; i++) await random.weighted(CHANGES)()
    // Some rounds are after the sale.
    const now = new Date(START + Math.floor(random.next() * 1.4 * (END - START)))
    app.clock.set(now.toISOString())
    const admin = await app.signIn('admin')
    for (const { project_id: project, id } of codes) {
      const zone = random.pick(ZONES)
      const path = `/bonus-codes/${encodeURIComponent(project)}/${id}/effect?tz=${zone}`
      const { status, body } = await app.call('GET', path, { as: admin })
      expect(status).toBe(200)
      const { code, ...actual } = codeEffectSchema.parse(body)
      const question = { project, code: id, now, zone }
      expect({ code: code.id, zone, ...actual }).toEqual({
        code: String(id),
        zone,
        ...(await expectedEffect(app.db, question)),
      })
      seen.before += actual.before?.purchases ?? 0
      seen.after += actual.after?.purchases ?? 0
      seen.planned += actual.before === null ? 1 : 0
      expectDaysToAddUp(actual)
    }
  }
  // The random sale covers every kind of window.
  expect(Object.values(seen).every((n) => n > 0)).toBe(true)
})

function expectDaysToAddUp({ during, before, after, by_day }: Omit<CodeEffect, 'code'>): void {
  const windows = [during, ...(before ? [before] : []), ...(after ? [after] : [])]
  const total = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0)
  expect(total(by_day.map(({ purchases }) => purchases))).toBe(
    total(windows.map(({ purchases }) => purchases)),
  )
  const rounding = 0.005 * (by_day.length + windows.length) + 1e-6
  const difference = (days: readonly number[], sums: readonly number[]) =>
    Math.abs(total(days) - total(sums))
  expect(
    difference(
      by_day.map(({ amount }) => amount),
      windows.map(({ amount }) => amount),
    ),
  ).toBeLessThanOrEqual(rounding)
  expect(
    difference(
      by_day.map(({ project_amount }) => project_amount),
      windows.map(({ project }) => project.amount),
    ),
  ).toBeLessThanOrEqual(rounding)
}
