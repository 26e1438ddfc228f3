import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { MINUTE_MS, zoneRules } from '#src/domain/time/zone.ts'
import {
  addBonusCode,
  addBonusTransaction,
  addProject,
  addTransaction,
  addWallet,
  someAddress,
  someProjectId,
} from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'
import { CONDITION_KINDS, findFirings, type ConditionKind } from './find-firings.ts'
import { LEAST_PURCHASES } from './quiet.ts'

let database: TestDatabase
let db: Db
let project: string
let wallet: string
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  project = someProjectId()
  await addProject(db, { id: project, created_at: '2026-08-14T10:00:00.000Z' })
  wallet = (await addWallet(db, { project_id: project })).wallet_address
})

const WEEK_MS = 7 * 86_400_000
/** A time of November 2026: "20 12:00:00.001". */
const november = (text: string) => {
  const [day = '', time = '00:00'] = text.split(' ')
  return new Date(`2026-11-${day}T${time.length === 5 ? `${time}:00` : time}Z`)
}
const buy = (
  at: Date | string,
  { usd = '100', status = 'completed', ended = at }: Partial<Record<string, Date | string>> = {},
  tx = db,
) =>
  addTransaction(tx, {
    project_id: project,
    wallet_address: wallet,
    created_at: typeof at === 'string' ? november(at) : at,
    updated_at: typeof ended === 'string' ? november(ended) : ended,
    payment_usd_amount: String(usd),
    status: status as 'completed',
  })
const find = (
  kind: ConditionKind,
  {
    threshold = null as string | null,
    hours = null as number | null,
    cap = null as string | null,
  } = {},
  [from, to] = ['01', '30'] as readonly [string, string],
  projects = [project],
) =>
  findFirings(
    db,
    { kind, projects, threshold, hours, cap, tz: 'UTC' },
    { from: november(from), to: november(to) },
  )
const times = async (found: ReturnType<typeof find>) =>
  (await found).map(({ at }) => at.toISOString().slice(8, 23).replace('T', ' '))

test('a milestone is the purchase with which the total reaches a multiple', async () => {
  await buy('10 12:00', { usd: '999.999999999999999999' })
  expect(await times(find('milestone', { threshold: '1000' }))).toEqual([])
  await buy('10 12:01', { usd: '0.000000000000000001' })
  await buy('10 12:02', { usd: '999.99' })
  const found = await find('milestone', { threshold: '1000' })
  expect(found).toEqual([
    {
      project_id: project,
      key: `${project}:1000`,
      at: november('10 12:01'),
      data: { multiple: '1000', launched_at: '2026-08-14T10:00:00.000Z' },
    },
  ])
})

test('a purchase that passes several multiples is one milestone, with the greatest', async () => {
  await buy('10 12:00', { usd: '3500' })
  await buy('10 12:01', { usd: '600' })
  await buy('10 12:01', { usd: '900', status: 'refunded' })
  await buy('10 12:02', { usd: '0.5' })
  const found = await find('milestone', { threshold: '1000' })
  expect(found.map(({ data }) => data['multiple'])).toEqual(['3000', '4000'])
  expect(await times(find('milestone', { threshold: '0.5' }))).toHaveLength(3)
})

test('milestones are found after the start of a period and up to its end, with all that was before', async () => {
  const months = ['2025-12-31T23:59:00Z', '2026-10-31T23:50:00Z', '2026-11-09T23:59:59Z']
  for (const at of months) await buy(new Date(at), { usd: '300' })
  await buy('10 12:07', { usd: '100' })
  const threshold = '1000'
  expect(await times(find('milestone', { threshold }, ['10', '10 12:06:59']))).toEqual([])
  expect(await times(find('milestone', { threshold }, ['10', '10 12:07']))).toHaveLength(1)
  expect(await times(find('milestone', { threshold }, ['10 12:06:59', '11']))).toHaveLength(1)
  expect(await times(find('milestone', { threshold }, ['10 12:07', '11']))).toEqual([])
  const known = [`${project}:1000`]
  const watch = {
    kind: 'milestone',
    projects: [project],
    threshold,
    hours: null,
    cap: null,
    tz: 'UTC',
  } as const
  const span = { from: november('10'), to: november('11') }
  expect(await findFirings(db, watch, span, known)).toEqual([])
})

test('each project has milestones of its own', async () => {
  await buy('10 12:00', { usd: '600' })
  const other = project
  project = someProjectId()
  await addProject(db, { id: project })
  await addWallet(db, { project_id: project, wallet_address: wallet })
  await buy('10 12:00', { usd: '600' })
  await buy('10 12:01', { usd: '600' })
  const found = await find('milestone', { threshold: '1000' }, ['01', '30'], [project, other])
  expect(found.map((one) => one.project_id)).toEqual([project])
})

/** Purchases in the three hours before 12:00 of the same day of earlier weeks: so many in each. */
async function buyInWeeks(counts: readonly number[], noon = november('27 12:00')) {
  for (const [ago, count] of counts.entries())
    for (let n = 0; n < count; n++)
      await buy(new Date(noon.getTime() - (ago + 1) * WEEK_MS - (10 + n) * MINUTE_MS))
}
const quiet = (span: readonly [string, string] = ['27', '28']) => find('quiet', { hours: 3 }, span)

test('a silence is found when the hours are over and each of four weeks had purchases', async () => {
  await buyInWeeks([6, 9, 4, 9])
  await buy('27 08:55:01')
  expect(await quiet()).toEqual([
    {
      project_id: project,
      key: `${project}:2026-11-27T08:55:01.000Z`,
      at: november('27 12:00'),
      data: { hours: 3, since: '2026-11-27T08:55:01.000Z', least: 4, most: 9 },
    },
  ])
})

test.each<[string, string, readonly string[]]>([
  ['exactly three hours before an instant of the grid', '27 09:00', ['27 12:00:00.000']],
  ['a millisecond later', '27 09:00:00.001', ['27 12:10:00.000']],
])('a silence since %s', async (_name, last, expected) => {
  await buyInWeeks([8, 8, 8, 8])
  await buy(last)
  expect(await times(quiet())).toEqual(expected)
})

test.each<[string, readonly number[], number]>([
  ['with no purchase in one week', [10, 10, 10, 0], 0],
  ['with one purchase in one week', [10, 10, 10, 1], 1],
  ['with one purchase too few in all', [6, 6, 6, LEAST_PURCHASES - 19], 0],
  ['with just enough in all', [6, 6, 6, LEAST_PURCHASES - 18], 1],
  ['with three weeks only', [10, 10, 10], 0],
])('%s, a silence of %j is found %i times', async (_name, weeks, count) => {
  await buyInWeeks(weeks)
  await buy('27 08:30')
  expect(await quiet(['27 09:00', '27 12:00'])).toHaveLength(count)
})

test('a purchase ends a silence; one that is not completed does not', async () => {
  await buyInWeeks([8, 8, 8, 8])
  await buy('27 08:30')
  await buy('27 10:00', { status: 'failed' })
  await buy('27 10:01', { status: 'pending' })
  expect(await quiet()).toHaveLength(1)
  await buy('27 11:45')
  expect(await times(quiet(['27', '27 14:50']))).toEqual([])
})

test('a silence is found once, however the time is divided', async () => {
  await buyInWeeks([8, 8, 8, 8])
  await buy('27 08:55')
  expect(await times(quiet(['27 11:50', '27 12:00']))).toEqual(['27 12:00:00.000'])
  expect(await quiet(['27', '27 11:59:59'])).toEqual([])
  expect(await quiet(['27 12:00', '27 12:10'])).toEqual([])
  expect(await quiet(['27 12:10', '28'])).toEqual([])
})

test('a weekly sale that does not take place is a silence, once', async () => {
  await buyInWeeks([8, 8, 8, 8, 8])
  // The last purchase was a week before, at 11:50.
  expect(await times(quiet(['20 15:00', '30']))).toEqual(['27 11:50:00.000'])
  expect(await quiet(['20 15:00', '27 11:49'])).toEqual([])
  expect(await quiet(['27 11:50', '30'])).toEqual([])
})

test('local clocks decide which hours are the same, in the week after they are changed too', async () => {
  // Buyers in Berlin from 08:00 to 10:00, every 8 minutes; winter time begins on 25 October.
  const first = Date.parse('2026-09-21T00:00:00.000Z')
  const { offsetAt } = zoneRules('Europe/Berlin')
  await db.transaction().execute(async (tx) => {
    for (let at = first; at < Date.parse('2026-11-02T00:00:00.000Z'); at += 8 * MINUTE_MS) {
      const hour = new Date(at + offsetAt(at)).getUTCHours()
      if (hour >= 8 && hour < 10) await buy(new Date(at), {}, tx)
    }
  })
  const [from, to] = byExtent({ change: ['10-24', '10-28'], all: ['10-20', '11-01'] })
  const span = { from: new Date(`2026-${from}T00:00Z`), to: new Date(`2026-${to}T00:00Z`) }
  const watch = {
    kind: 'quiet',
    projects: [project],
    threshold: null,
    hours: 3,
    cap: null,
  } as const
  expect(await findFirings(db, { ...watch, tz: 'Europe/Berlin' }, span)).toEqual([])
  const inUtc = await findFirings(db, { ...watch, tz: 'UTC' }, span)
  expect(inUtc.length).toBeGreaterThan(0)
})

/** `bad` failed and expired purchases and others that were completed, which ended at this time. */
async function end(at: string, bad: number, completed: number) {
  for (let n = 0; n < bad; n++)
    await buy('20 00:00', { status: n % 2 ? 'failed' : 'expired', ended: at })
  for (let n = 0; n < completed; n++) await buy('20 00:00', { ended: at })
}
const failing = (span: readonly [string, string] = ['20', '21']) =>
  find('failing', { threshold: '15' }, span)

test.each<[string, number, number, number]>([
  ['of 19 purchases', 19, 0, 0],
  ['of 20 purchases', 4, 16, 1],
  ['with just the share', 3, 17, 0],
  ['with a larger share', 4, 22, 1],
  ['with no bad one', 0, 30, 0],
])(
  'an hour %s: %i bad and %i completed ones are found %i times',
  async (_name, bad, completed, n) => {
    await end('20 12:00', bad, completed)
    expect(await failing()).toHaveLength(n)
  },
)

test('an episode is found at the first instant of the grid, with its figures', async () => {
  await end('20 12:00:01', 5, 20)
  await buy('20 12:00:01', { status: 'refunded' })
  await buy('20 12:00:01', { status: 'pending' })
  expect(await failing()).toEqual([
    {
      project_id: project,
      key: `${project}:2026-11-20T12:05:00.000Z`,
      at: november('20 12:05'),
      data: { ended: 25, bad: 5 },
    },
  ])
})

test('only the last hour counts, without its start', async () => {
  await end('20 12:00', 10, 0)
  await end('20 13:00', 10, 0)
  expect(await failing()).toEqual([])
  await buy('20 00:00', { status: 'failed', ended: '20 12:00:00.001' })
  expect(await failing()).toEqual([])
  await end('20 12:59:59', 9, 0)
  expect(await times(failing())).toEqual(['20 13:00:00.000'])
})

test('an episode is found again only after an hour without a bad instant', async () => {
  await end('20 12:00', 20, 0)
  // Bad from 12:00 to 12:55, then from 13:50 on: fifty minutes after the last bad instant.
  await end('20 13:50', 20, 0)
  expect(await times(failing())).toEqual(['20 12:00:00.000'])
  // Bad until 14:45. The next is a whole hour later.
  await end('20 15:50', 20, 0)
  expect(await times(failing())).toEqual(['20 12:00:00.000', '20 15:50:00.000'])
  expect(await times(failing(['20 12:00', '20 15:49:59']))).toEqual([])
  expect(await times(failing(['20 12:00', '20 15:50']))).toEqual(['20 15:50:00.000'])
})

const refuse = (at: string, n: number) =>
  db
    .insertInto('ingest_refusal_counts')
    .values({ project_id: project, bucket: november(at), n })
    .execute()
const refused = (span: readonly [string, string] = ['20', '21']) =>
  find('ingest_refused', { threshold: '50' }, span)

test('more refused events than the limit within an hour are found when they are counted', async () => {
  await refuse('20 12:00', 25)
  await refuse('20 12:55', 25)
  expect(await refused()).toEqual([])
  await refuse('20 12:50', 1)
  expect(await refused()).toEqual([
    {
      project_id: project,
      key: `${project}:2026-11-20T13:00:00.000Z`,
      at: november('20 13:00'),
      data: { n: 51 },
    },
  ])
  expect(await refused(['20', '20 12:59:59'])).toEqual([])
})

test('refused events of more than an hour apart do not add up', async () => {
  await refuse('20 12:00', 30)
  await refuse('20 13:00', 30)
  expect(await refused()).toEqual([])
})

async function addCode(fields: object, uses: readonly string[] = []) {
  const code = await addBonusCode(db, {
    project_id: project,
    code: `CODE-${someAddress()}`,
    created_at: november('01'),
    uses: uses.length,
    ...fields,
  })
  const { id } = await buy('01')
  for (const at of uses)
    await addBonusTransaction(db, {
      project_id: project,
      transaction_id: id,
      wallet_address: wallet,
      bonus_code_id: code.id,
      type: 'bonus_code',
      created_at: november(at),
    })
  return code
}
const codes = (span: readonly [string, string] = ['01', '30'], threshold = '50') =>
  find('code_ending', { threshold }, span)

test('a code is nearly used up with the use that exceeds the share of its limit', async () => {
  const code = await addCode({ max_uses: 4 }, ['10', '11 12:00', '12 12:00'])
  expect(await codes()).toEqual([
    {
      project_id: project,
      key: `used:${code.id}:4:50`,
      at: november('12 12:00'),
      data: {
        reason: 'used',
        code: code.code,
        code_id: String(code.id),
        uses: 3,
        max_uses: 4,
        end_date: null,
      },
    },
  ])
  expect(await codes(['12 12:00', '30'])).toEqual([])
  expect(await codes(['01', '12 11:59:59'])).toEqual([])
  expect(await codes(['01', '30'], '75')).toEqual([])
})

test('a use whose purchase has not arrived counts too', async () => {
  const code = await addCode({ max_uses: 2, uses: 2 }, ['10'])
  await sql`
    insert into waiting_bonuses (project_id, event_id, source_id, bonus_code_id, bonus_token_amount,
      identifier, type, wallet_address, created_at)
    values (${project}, 'b1', 't1', ${code.id}, 1, 'x', 'bonus_code', ${wallet}, ${november('11')})`.execute(
    db,
  )
  expect(await times(codes())).toEqual(['11 00:00:00.000'])
  expect(await times(codes(['10 12:00', '12']))).toEqual(['11 00:00:00.000'])
})

test('a code without a limit, a disabled one and one that had ended are not nearly used up', async () => {
  await addCode({ max_uses: null }, ['10', '11'])
  await addCode({ max_uses: 2, disabled: true }, ['10', '11'])
  await addCode({ max_uses: 2, end_date: '2026-11-11T00:00:00Z' }, ['10', '12'])
  expect((await codes()).map(({ data }) => data['reason'])).toEqual(['ending'])
})

test('a code is ending a day before its end, or when it is made later', async () => {
  const first = await addCode({ end_date: '2026-11-20T12:00:00.000Z' })
  await addCode({ end_date: '2026-11-20T12:00:00.000Z', disabled: true })
  await addCode({ end_date: '2026-11-25T12:00:00.000Z', created_at: november('25 06:00') })
  expect(await times(codes())).toEqual(['19 12:00:00.000', '25 06:00:00.000'])
  expect((await codes())[0]).toMatchObject({
    key: `ending:${first.id}:1795176000`,
    data: { reason: 'ending', code: first.code, end_date: '2026-11-20T12:00:00.000Z' },
  })
  expect(await times(codes(['19 12:00', '25 05:59:59']))).toEqual([])
})

test('without projects nothing is found', async () => {
  for (const kind of CONDITION_KINDS)
    expect(await find(kind, { threshold: '1', hours: 1 }, ['01', '30'], [])).toEqual([])
})
