import { afterAll, beforeAll, expect, test } from 'vitest'
import { runVitalsCommand } from '#server/admin/vitals.ts'
import { roundVital } from '#server/db/figures/vitals.ts'
import { deleteExpired } from '#server/lifecycle/expired.ts'
import { routes } from '#src/app/routes.ts'
import { VITAL_NAMES, VITAL_PAGES } from '#src/wire/vitals.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'

let on: TestApp
let off: TestApp
beforeAll(async () => {
  on = await openTestApp({ config: { collectsVitals: true } })
  off = await openTestApp()
})
afterAll(() => Promise.all([on.close(), off.close()]))

const BODY = { page: '/', device: 'phone', metrics: [{ name: 'INP', value: 120 }] }
const send = (t: TestApp, as: SignedIn | null, body: unknown = BODY) =>
  t.call('POST', '/vitals', { as, body })
const rowsOf = (t: TestApp) => t.db.selectFrom('vitals').selectAll().execute()

const run = (...args: string[]) =>
  runVitalsCommand({ db: on.db, now: on.clock.now(), operator: 'command line (kim)' }, args)

test.each([
  [0, 0],
  [7, 7],
  [99, 99],
  [100, 100],
  [261, 270],
  [1001, 1100],
  [600_000, 600_000],
])('%i counts as %i', (value, rounded) => {
  expect(roundVital(value)).toBe(rounded)
})

test('measurements are listed by metric, page and device, and go after 28 days', async () => {
  const now = on.clock.now()
  expect(await run()).toContain('Nothing was measured')
  const staff = await on.signIn('client')
  const add = (page: string, device: string, name: string, value: number) =>
    on.call('POST', '/vitals', { as: staff, body: { page, device, metrics: [{ name, value }] } })
  for (const value of [40, 48, 90, 261]) await add('/', 'phone', 'INP', value)
  await add('/leads', 'desktop', 'FCP', 812)
  expect((await run()).split('\n')).toEqual([
    'metric  page    device   visits  75 %  98 %',
    'FCP     /leads  desktop       1   820   820',
    'INP     /       phone         4    90   270',
  ])
  on.clock.advance(2 * 86_400_000)
  expect(await run('2')).toContain('Nothing was measured')
  expect(await run('3')).toContain('INP')
  on.clock.advance(26 * 86_400_000)
  await deleteExpired(on.db, on.clock.now())
  expect(await on.db.selectFrom('vitals').selectAll().execute()).toEqual([])
  on.clock.set(now.toISOString())
})

test.each(['0', '29', 'x', '1.5'])('a number of days of %s is refused', async (days) => {
  await expect(run(days)).rejects.toThrow('must be 1 to 28')
})

test('stores counts by day, page and device, and nothing of the person', async () => {
  const staff = await on.signIn('client')
  expect((await send(on, staff)).status).toBe(204)
  expect((await send(on, await on.signIn('admin'))).status).toBe(204)
  expect(await rowsOf(on)).toEqual([
    { day: '2026-11-20', page: '/', device: 'phone', name: 'INP', value: 120, count: 2 },
  ])
})

test('without the switch it stores nothing, and a page of before is not refused', async () => {
  expect((await send(off, await off.signIn('client'))).status).toBe(204)
  expect(await rowsOf(off)).toEqual([])
})

test('is for signed-in users, at most 20 times a minute each', async () => {
  expect((await send(on, null)).status).toBe(401)
  const staff = await on.signIn('client')
  for (let sent = 0; sent < 20; sent += 1) expect((await send(on, staff)).status).toBe(204)
  const refused = await send(on, staff)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  on.clock.advance(60_000)
  expect((await send(on, staff)).status).toBe(204)
})

const metric = { name: 'INP', value: 1 }
test.each([
  [{ ...BODY, page: '/?projects=AURA' }, 'body.page'],
  [{ ...BODY, user: 'kim' }, 'user'],
  [{ ...BODY, metrics: [] }, 'body.metrics'],
  [{ ...BODY, metrics: [{ name: 'wallet', value: 1 }] }, 'body.metrics.0.name'],
  [{ ...BODY, metrics: [{ ...metric, value: -1 }] }, 'body.metrics.0.value'],
  [{ ...BODY, metrics: [{ ...metric, value: 600_001 }] }, 'body.metrics.0.value'],
  [{ ...BODY, metrics: [{ ...metric, project: 'AURA' }] }, 'project'],
  [{ ...BODY, metrics: Array.from({ length: 7 }, () => metric) }, 'body.metrics'],
])('refuses %j', async (body, field) => {
  const answer = await send(on, await on.signIn('client'), body)
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain(field)
})

test('refuses a body over 2 KB', async () => {
  const answer = await send(on, await on.signIn('client'), { ...BODY, padding: 'x'.repeat(2000) })
  expect([answer.status, answer.body.message]).toEqual([413, 'The body must be at most 2 KB'])
})

test('the longest list of metrics fits', () => {
  const metrics = VITAL_NAMES.map((name) => ({ name, value: 600_000 }))
  expect(JSON.stringify({ ...BODY, page: '/manual-transactions', metrics }).length).toBeLessThan(
    500,
  )
})

test('every page of the app is told apart', () => {
  const pages = routes.filter(({ isBare }) => isBare !== true).map(({ path }) => path)
  expect(pages).toEqual([...VITAL_PAGES])
})
