import { afterAll, beforeAll, expect, test } from 'vitest'
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
