import { afterAll, beforeAll, expect, test } from 'vitest'
import { roundVital } from '#server/db/figures/vitals.ts'
import { deleteExpired } from '#server/lifecycle/expired.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { runVitalsCommand } from './vitals.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp({ config: { collectsVitals: true } })
})
afterAll(() => t.close())

const run = (...args: string[]) =>
  runVitalsCommand({ db: t.db, now: t.clock.now(), operator: 'command line (kim)' }, args)

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
  expect(await run()).toContain('Nothing was measured')
  const staff = await t.signIn('client')
  const add = (page: string, device: string, name: string, value: number) =>
    t.call('POST', '/vitals', { as: staff, body: { page, device, metrics: [{ name, value }] } })
  for (const value of [40, 48, 90, 261]) await add('/', 'phone', 'INP', value)
  await add('/leads', 'desktop', 'FCP', 812)
  expect((await run()).split('\n')).toEqual([
    'metric  page    device   visits  75 %  98 %',
    'FCP     /leads  desktop       1   820   820',
    'INP     /       phone         4    90   270',
  ])
  t.clock.advance(2 * 86_400_000)
  expect(await run('2')).toContain('Nothing was measured')
  expect(await run('3')).toContain('INP')
  t.clock.advance(26 * 86_400_000)
  await deleteExpired(t.db, t.clock.now())
  expect(await t.db.selectFrom('vitals').selectAll().execute()).toEqual([])
})

test.each(['0', '29', 'x', '1.5'])('a number of days of %s is refused', async (days) => {
  await expect(run(days)).rejects.toThrow('must be 1 to 28')
})
