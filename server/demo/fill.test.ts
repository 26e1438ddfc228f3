import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReadingKeys } from '#server/db/accounts/reading-keys.ts'
import { sumTime } from '#server/db/figures/analytics-time.ts'
import { sumStages } from '#server/db/figures/stage-summary.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { searchFieldOf } from '#src/domain/sale/search-rules.ts'
import type { StageFigures } from '#src/wire/stages.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { fillDemo } from './fill.ts'
import { DEMO_PROJECTS } from './projects.ts'
import { makeSale } from './sales.ts'

const NOW = new Date('2026-11-20T14:32:00Z')
const PROJECTS = DEMO_PROJECTS.map(({ id }) => id)
/** The demo has so many times the purchases and wallets of this test. */
const PART = byExtent({ change: 8, all: 1 })

let database: TestDatabase
const lines: string[] = []

beforeAll(async () => {
  database = await openTestDatabase({ isOwn: true })
  const projects = DEMO_PROJECTS.map((project) => ({
    ...project,
    wallets: Math.round(project.wallets / PART),
    purchases: Math.round(project.purchases / PART),
  }))
  await fillDemo(database.db, { now: NOW, log: (line) => lines.push(line), projects })
})
afterAll(() => database.close())

async function one<Row>(query: string): Promise<Row> {
  const { rows } = await sql.raw<Row>(query).execute(database.db)
  const [row] = rows
  if (!row) throw new Error(`No row: ${query}`)
  return row
}

test('the demo has five projects with up to 18 months of history', async () => {
  const { rows } = await sql<{ id: string; days: number }>`
    select id, extract(day from ${NOW}::timestamptz - created_at)::integer as days
    from projects order by created_at`.execute(database.db)
  expect(rows.map(({ id }) => id)).toEqual(['AURA', 'HELIX', 'NOVA', 'ORBIT', 'PYXIS'])
  expect(rows[0]?.days).toBeGreaterThan(540)
})

test('the demo has about 60,000 purchases by 25,000 wallets, none in the future', async () => {
  const { purchases, last } = await one<{ purchases: number; last: Date }>(
    'select count(*) as purchases, max(created_at) as last from transactions',
  )
  const { wallets } = await one<{ wallets: number }>('select count(*) as wallets from wallets')
  expect(purchases * PART).toBeGreaterThan(58_000)
  expect(purchases).toBeLessThanOrEqual(60_000 / PART)
  expect(wallets * PART).toBeGreaterThan(24_500)
  expect(wallets).toBeLessThanOrEqual(25_000 / PART + PROJECTS.length)
  expect(last.getTime()).toBeLessThan(NOW.getTime())
  expect(last.getTime()).toBeGreaterThan(NOW.getTime() - 3_600_000 * PART)
})

test('the demo has every status, unknown labels, and country names as well as codes', async () => {
  const { rows } = await sql<{ status: string }>`
    select distinct status from transactions order by status`.execute(database.db)
  expect(rows.map(({ status }) => status)).toEqual([
    'completed',
    'expired',
    'failed',
    'pending',
    'processing',
    'refunded',
  ])
  const labels = await one<{ unknown: number; names: number; codes: number; media: number }>(
    `select count(*) filter (where country is null) as unknown,
      count(*) filter (where country = 'Germany') as names,
      count(*) filter (where country = 'DE') as codes,
      count(*) filter (where utm_source is null) as media from transactions`,
  )
  expect(Object.values(labels).every((n) => n * PART > 100)).toBe(true)
})

test('the demo has codes in every state', async () => {
  const now = NOW.toISOString()
  const states = await one<Record<string, number>>(
    `select count(*) filter (where disabled) as disabled,
      count(*) filter (where end_date < '${now}') as ended,
      count(*) filter (where start_date > '${now}') as scheduled,
      count(*) filter (where uses >= max_uses) as used_up,
      count(*) filter (where start_date < '${now}' and end_date > '${now}') as running,
      count(*) filter (where start_date is null and max_uses is null and not disabled) as endless
    from bonus_codes`,
  )
  expect(Object.values(states).every((n) => n > 0)).toBe(true)
})

test('every reference has its row', async () => {
  const { lost } = await one<{ lost: number }>(
    `select (select count(*) from transactions t left join wallets w
        using (project_id, wallet_address) where w.project_id is null)
      + (select count(*) from referral_payouts p left join transactions t on t.id = p.transaction_id
        where t.id is null)
      + (select count(*) from bonus_transactions b left join transactions t
        on t.id = b.transaction_id where t.id is null)
      + (select count(*) from bonus_transactions b left join bonus_codes c
        on c.id = b.bonus_code_id where c.id is null and b.bonus_code_id is not null) as lost`,
  )
  expect(lost).toBe(0)
})

test('the uses of a code equal its bonus transactions', async () => {
  const { wrong } = await one<{ wrong: number }>(
    `select count(*) as wrong from bonus_codes c where uses <>
      (select count(*) from bonus_transactions b where b.bonus_code_id = c.id)`,
  )
  expect(wrong).toBe(0)
})

test('the demo has reasons, and histories that end with the status of their purchase', async () => {
  const found = await one<Record<string, number>>(
    `select count(*) filter (where t.status in ('failed', 'expired') and t.status_reason is null) as silent,
      count(*) filter (where (t.history_since is null) = (h.last is null)) as wrong,
      count(*) filter (where h.last <> t.status or h.first <> 'pending') as other,
      count(*) filter (where h.ended > '${NOW.toISOString()}') as future,
      count(*) filter (where h.last is not null) as recorded
    from transactions t left join lateral (
      select (array_agg(c.status order by c.at desc, status_rank(c.status) desc))[1] as last,
        (array_agg(c.status order by c.at, status_rank(c.status)))[1] as first, max(c.at) as ended
      from status_changes c where c.transaction_id = t.id) h on true`,
  )
  expect(found).toMatchObject({ silent: 0, wrong: 0, other: 0, future: 0 })
  expect(found['recorded']).toBeGreaterThan(5000 / PART)
})

test('each project has credits for purchases, one of which completed afterwards', async () => {
  const { rows } = await sql<{ lost: number; late: number; wrong: number }>`
    select count(*) filter (where t.status in ('failed', 'expired')) as lost,
      count(*) filter (where t.status = 'completed' and exists (select from status_changes c
        where c.transaction_id = t.id and c.status = 'completed' and c.at > m.created_at)) as late,
      count(*) filter (where m.tokens <> t.tokens_bought
        or m.wallet_address <> t.wallet_address) as wrong
    from manual_transactions m join transactions t on t.id = m.transaction_id
    group by m.project_id`.execute(database.db)
  expect(rows).toEqual(PROJECTS.map(() => ({ lost: 2, late: 1, wrong: 0 })))
})

test('banners have images with the aspect ratios of their project', async () => {
  const { rows } = await sql<{ banners: number; desktop: boolean; mobile: boolean }>`
    select count(*) as banners, bool_and(d.width * 5 = d.height * 16) as desktop,
      bool_and(m.width * 3 = m.height * 4) as mobile
    from banners b join media d on d.id = b.desktop_media_id join media m on m.id = b.mobile_media_id
    where exists (select from media_chunks c where c.media_id = d.id)`.execute(database.db)
  expect(rows).toEqual([{ banners: 12, desktop: true, mobile: true }])
})

test('the demo has credits, leads, scripts, payouts and every kind of bonus', async () => {
  const counts = await one<Record<string, number>>(
    `select (select count(*) from manual_transactions) as credits,
      (select count(*) from manual_transactions where reason is null) as without_reason,
      (select count(*) from leads) as leads, (select count(*) from seo_scripts) as scripts,
      (select count(*) from referral_payouts) as payouts,
      (select count(distinct type) from bonus_transactions) - 3 as kinds`,
  )
  expect(Object.values(counts).every((n) => n > 0)).toBe(true)
  expect(counts['kinds']).toBe(1)
})

test('a wallet that leaves its details does so minutes after it was connected', async () => {
  const { least, most } = await one<{ least: number; most: number }>(
    `select min(extract(epoch from l.created_at - w.created_at))::int as least,
        max(extract(epoch from l.created_at - w.created_at))::int as most
      from leads l join wallets w using (project_id, wallet_address)`,
  )
  expect(least).toBeGreaterThanOrEqual(0)
  expect(most).toBe(360)
})

test('wallet addresses are valid, and email addresses are in example domains', async () => {
  const { rows } = await sql<{ email: string }>`
    select email from leads union all select email from users`.execute(database.db)
  expect(
    rows.filter(({ email }) => !/@(saleroom\.example|example\.(com|org|net))$/.test(email)),
  ).toEqual([])
  const { address } = await one<{ address: string }>(
    'select wallet_address as address from wallets limit 1',
  )
  expect(searchFieldOf(address)).toBe('walletAddress')
})

test('the accounts have their roles, projects and rights', async () => {
  const { rows } = await sql<{ email: string; role: string; projects: string[] }>`
    select email, role, may_write, array(select project_id from memberships m where m.user_id = u.id
      order by 1) as projects from users u order by id`.execute(database.db)
  expect(rows).toEqual(
    DEMO_ACCOUNTS.map(({ email, role, projects, isReadOnly = false }) => ({
      email,
      role,
      may_write: !isReadOnly,
      projects: [...projects],
    })),
  )
})

test('the demo has reading keys that work and were used', async () => {
  const keys = await listReadingKeys(database.db, NOW)
  expect(keys.map(({ name, scopes, projects }) => [name, scopes, projects])).toEqual([
    ['Monthly sheet', ['figures'], ['AURA', 'HELIX']],
    ['Accountant', ['figures', 'lists'], null],
  ])
  expect(keys.every(({ last_used_at: at }) => at !== null && at <= NOW)).toBe(true)
})

test('the stages of the demo show what a plan can tell', async () => {
  const options = { zone: 'UTC', days: 7, now: NOW } as const
  const sums = await sumStages(database.db, PROJECTS, options)
  const has = (id: string, is: (stage: StageFigures) => boolean) =>
    sums
      .get(id)
      ?.stages.filter(is)
      .map(({ name }) => name)
  const nextOf = (id: string) => {
    const { stages = [], current = null } = sums.get(id) ?? {}
    return [stages.length, stages.find((stage) => stage.id === current)?.name]
  }
  expect(PROJECTS.map(nextOf)).toEqual([
    [13, 'Stage 12'],
    [9, 'Stage 9'],
    [0, undefined],
    [5, 'Stage 5'],
    [3, 'Stage 2'],
  ])
  expect(has('AURA', ({ oversold }) => oversold !== '0')).toEqual(['Stage 3'])
  expect(has('AURA', ({ sold_share }) => sold_share === '100.00')).toEqual(
    [1, 2, 3, 5, 6, 7, 9, 10, 11].map((place) => `Stage ${place}`),
  )
  expect(has('AURA', ({ left }) => left === '0')).toHaveLength(9)
  expect(has('AURA', ({ also }) => also.length > 0)).toEqual(['Stage 5'])
  expect(has('AURA', ({ off_price }) => off_price.purchases > 0)).toEqual(['Stage 12'])
  expect(has('AURA', ({ outside }) => outside.before > 0)).toEqual(['Stage 12'])
  expect(has('AURA', ({ purchases }) => purchases === 0)).toEqual(['Stage 13'])
  expect(sums.get('AURA')?.unplanned.map(({ name }) => name)).toEqual(['Team round'])
  expect(sums.get('AURA')).toMatchObject({ soft_cap_at: expect.any(String), hard_cap_at: null })
  expect(sums.get('HELIX')).toMatchObject({ unplanned: [], cap_forecast: { none: 'no_cap' } })
  for (const id of ['HELIX', 'ORBIT', 'PYXIS'])
    expect(
      has(
        id,
        ({ off_price, outside: { before, after } }) => off_price.purchases + before + after > 0,
      ),
    ).toEqual([])
  expect(sums.get('NOVA')?.unplanned).toHaveLength(7)
  expect(has('ORBIT', ({ supply }) => supply === null)).toEqual(['Stage 5'])
  const { is_public } = await one<{ is_public: boolean }>(
    "select is_public from stage_plans where project_id = 'AURA'",
  )
  expect(is_public).toBe(true)
})

test('the rollups equal their rows', async () => {
  for (const project of PROJECTS) expect(await checkProject(database.db, project)).toEqual([])
})

test('a purchase averages a few hundred dollars, and about half of the wallets buy', async () => {
  const range = { start: 0, end: NOW.getTime() }
  const purchases = await sumTime(database.db, 'p', PROJECTS, range)
  const registrations = await sumTime(database.db, 'r', PROJECTS, range)
  const total = (rows: typeof purchases, key: 'n' | 'amount') =>
    rows.reduce((sum, row) => sum + Number(row[key]), 0)
  const mean = total(purchases, 'amount') / total(purchases, 'n')
  expect(mean).toBeGreaterThan(250)
  expect(mean).toBeLessThan(700)
  const converted = total(registrations, 'amount') / total(registrations, 'n')
  expect(converted).toBeGreaterThan(0.2)
  expect(converted).toBeLessThan(0.6)
})

test('notes are on purchases that were credited by hand, and on their wallets', async () => {
  const { rows } = await sql<{ project_id: string; kind: string; n: number }>`
    select project_id, kind, count(*) as n from notes where deleted_at is null
    group by 1, 2 order by 1, 2`.execute(database.db)
  expect(rows).toEqual(
    ['AURA', 'HELIX', 'NOVA', 'ORBIT'].flatMap((project_id) => [
      { project_id, kind: 'transaction', n: 2 },
      { project_id, kind: 'wallet', n: 4 },
    ]),
  )
  const { n } = await one<{ n: number }>(`
    select count(*) as n from note_mentions join users as u on u.id = user_id
    where u.email = 'admin@saleroom.example'`)
  expect(n).toBe(8)
})

test('a database with data is not changed', async () => {
  expect(await fillDemo(database.db, { now: NOW, log: () => {} })).toBe(false)
})

test('any time of a day gives the same history', () => {
  const [project] = DEMO_PROJECTS.slice(-1)
  if (!project) throw new Error('No project')
  const morning = makeSale(project, Date.parse('2026-11-20T06:00:00Z'), '2026-11-20')
  const evening = makeSale(project, Date.parse('2026-11-20T22:00:00Z'), '2026-11-20')
  const old = Date.parse('2026-11-18T00:00:00Z')
  const early = (sale: typeof morning) =>
    sale.purchases
      .filter(({ createdAt }) => createdAt < old)
      .map(({ hash, usd, status }) => [hash, usd, status])
  expect(early(morning)).toEqual(early(evening))
  expect(evening.purchases.length).toBeGreaterThan(morning.purchases.length)
})
