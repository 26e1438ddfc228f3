import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { ingest } from '#server/db/ingest/ingest.ts'
import { claimEvaluation, releaseEvaluation } from '#server/db/messages/alert-evaluation.ts'
import { addRule, eventsOf } from '#tests/support/calls/alerts.ts'
import { testClock } from '#tests/support/server/app.ts'
import {
  addBonusCode,
  addProject,
  addTransaction,
  addUser,
  addWallet,
  someAddress,
  someProjectId,
} from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { evaluateAlerts, startEvaluator } from './evaluator.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const clock = testClock()
let database: TestDatabase
let db: Db
let project: string
let wallet: string
let logged: string[]
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  logged = []
  clock.set('2026-11-20T12:00:00.000Z')
  await db.deleteFrom('alert_evaluation').execute()
  await db.deleteFrom('alert_rules').execute()
  // Admins see the projects of earlier tests too.
  await db.updateTable('projects').set({ archived_at: clock.now() }).execute()
  project = someProjectId()
  await addProject(db, { id: project })
  wallet = (await addWallet(db, { project_id: project })).wallet_address
})

const evaluate = (on = db) =>
  evaluateAlerts({ db: on, clock, log: (message) => logged.push(message) })
const buy = (usd: string, fields: object = {}) =>
  addTransaction(db, {
    project_id: project,
    wallet_address: wallet,
    payment_usd_amount: usd,
    created_at: clock.now(),
    updated_at: clock.now(),
    ...fields,
  })
const addPerson = async (role = 'client', projects = [project], fields = {}) =>
  (await addUser(db, { role, ...fields }, projects)).id
async function addWatcher(fields: object = {}, ...who: Parameters<typeof addPerson>) {
  const person = await addPerson(...who)
  const rule = await addRule(db, person, { kind: 'milestone', threshold: '1000', ...fields })
  return { person, rule }
}
const keys = async (person: number) => (await eventsOf(db, person)).map(({ key }) => key)

test('what a condition finds becomes an event, once, after the rule was made', async () => {
  const { person, rule } = await addWatcher()
  const late = await addPerson()
  await evaluate()
  clock.advance(MINUTE_MS)
  await buy('1500')
  clock.advance(MINUTE_MS)
  await addRule(db, late, { kind: 'milestone', threshold: '1000' }, clock.now())
  expect(await evaluate()).toBe(1)
  expect(await eventsOf(db, person)).toEqual([
    {
      rule_id: rule,
      kind: 'milestone',
      project_id: project,
      key: `${project}:1000`,
      at: new Date('2026-11-20T12:01:00.000Z'),
      data: { multiple: '1000', launched_at: '2026-11-01T09:00:00.000Z' },
    },
  ])
  expect(await eventsOf(db, late)).toEqual([])
  expect(await evaluate()).toBe(0)
  clock.advance(MINUTE_MS)
  expect(await evaluate()).toBe(0)
})

test('a purchase that was created earlier and completed later passes a milestone too', async () => {
  const { person } = await addWatcher()
  const { id } = await buy('1500', { status: 'pending' })
  clock.advance(3 * HOUR_MS)
  await evaluate()
  expect(await keys(person)).toEqual([])
  await db.updateTable('transactions').set({ status: 'completed' }).where('id', '=', id).execute()
  clock.advance(MINUTE_MS)
  await evaluate()
  expect(await keys(person)).toEqual([`${project}:1000`])
})

test('a total that falls and rises again passes a milestone once', async () => {
  const { person } = await addWatcher()
  await buy('1500')
  const { id } = await buy('3000')
  clock.advance(MINUTE_MS)
  await evaluate()
  expect(await keys(person)).toEqual([`${project}:1000`, `${project}:4000`])
  await db.updateTable('transactions').set({ status: 'refunded' }).where('id', '=', id).execute()
  for (const usd of ['700', '1000', '2000']) {
    clock.advance(MINUTE_MS)
    await buy(usd)
    await evaluate()
  }
  expect(await keys(person)).toEqual([`${project}:1000`, `${project}:4000`, `${project}:5000`])
})

test('only people who may see the project now have an event', async () => {
  const { person: member } = await addWatcher()
  const { person: admin } = await addWatcher({}, 'admin', [])
  const others = await Promise.all([
    addWatcher({}, 'client', []),
    addWatcher({ project_id: project }, 'client', []),
    addWatcher({}, 'marketing'),
    addWatcher({}, 'client', [project], { disabled_at: clock.now() }),
    addWatcher({ enabled: 0 }),
    addWatcher({ kind: 'ingest_refused', threshold: '5' }),
  ])
  await db
    .insertInto('ingest_refusal_counts')
    .values({ project_id: project, bucket: clock.now(), n: 6 })
    .execute()
  const { person: operator } = await addWatcher(
    { kind: 'ingest_refused', threshold: '5' },
    'admin',
    [],
  )
  await evaluate()
  await buy('1500')
  clock.advance(10 * MINUTE_MS)
  expect(await evaluate()).toBe(3)
  for (const one of [member, admin, operator]) expect(await keys(one)).toHaveLength(1)
  for (const { person } of others) expect(await keys(person)).toEqual([])
})

test('an archived project has no events', async () => {
  const { person } = await addWatcher()
  await addRule(db, person, { kind: 'milestone', threshold: '500', project_id: project })
  await buy('1500')
  const archived_at = clock.now()
  await db.updateTable('projects').set({ archived_at }).where('id', '=', project).execute()
  clock.advance(MINUTE_MS)
  expect(await evaluate()).toBe(0)
})

test('an import causes no events, and what is sold after it does', async () => {
  const { person } = await addWatcher()
  await evaluate()
  clock.advance(MINUTE_MS)
  const at = clock.now().toISOString()
  const line = {
    id: 'e1',
    kind: 'transaction',
    occurred_at: at,
    transaction_id: 't1',
    wallet_address: someAddress(),
    status: 'completed',
    created_at: at,
    payment_token_name: 'ETH',
    payment_token_amount: '1',
    payment_usd_amount: '2500',
  }
  await ingest(db, { projectId: project, events: [line], now: clock.now(), isImported: true })
  clock.advance(MINUTE_MS)
  await db
    .insertInto('audit_log')
    .values({
      created_at: clock.now(),
      action: 'history.import',
      object_type: 'import',
      project_id: project,
      actor_id: null,
      actor: null,
      actor_role: null,
      ip: null,
      session_id: null,
      request_id: null,
      object_id: null,
      before: null,
      after: null,
    })
    .execute()
  clock.advance(MINUTE_MS)
  expect(await evaluate()).toBe(0)
  await buy('600')
  clock.advance(MINUTE_MS)
  await evaluate()
  expect(await keys(person)).toEqual([`${project}:3000`])
})

/** Twenty purchases that failed now. */
async function fail() {
  for (let n = 0; n < 20; n++) await buy('1', { status: 'failed' })
}

test('a server that was stopped finds what happened meanwhile, for a day', async () => {
  const { person } = await addWatcher({ kind: 'failing', threshold: '15' })
  await evaluate()
  clock.advance(2 * HOUR_MS)
  await fail()
  clock.advance(20 * HOUR_MS)
  await evaluate()
  expect(await keys(person)).toEqual([`${project}:2026-11-20T14:00:00.000Z`])
  clock.advance(2 * HOUR_MS)
  await fail()
  clock.advance(26 * HOUR_MS)
  await evaluate()
  expect(await keys(person)).toHaveLength(1)
})

test('an event that arrives late does not make an episode twice', async () => {
  const { person } = await addWatcher({ kind: 'failing', threshold: '15' })
  await evaluate()
  clock.advance(10 * MINUTE_MS)
  await fail()
  await evaluate()
  expect(await keys(person)).toEqual([`${project}:2026-11-20T12:10:00.000Z`])
  for (let n = 0; n < 20; n++)
    await buy('1', { status: 'failed', updated_at: '2026-11-20T12:04:00.000Z' })
  clock.advance(5 * MINUTE_MS)
  expect(await evaluate()).toBe(0)
})

test('a code that has ended by the time of the evaluation has no event', async () => {
  const { person } = await addWatcher({ kind: 'code_ending', threshold: '90' })
  await evaluate()
  const code = (hours: number) =>
    addBonusCode(db, {
      project_id: project,
      created_at: '2026-11-01T00:00:00Z',
      end_date: new Date(clock.now().getTime() + hours * HOUR_MS),
    })
  await code(25)
  const { id } = await code(27)
  clock.advance(25 * HOUR_MS)
  await evaluate()
  expect((await eventsOf(db, person)).map(({ data }) => data['code_id'])).toEqual([String(id)])
})

test('two servers that evaluate at once find everything once', async () => {
  const { person } = await addWatcher()
  await buy('1500')
  clock.advance(MINUTE_MS)
  await Promise.all([evaluate(), evaluate(), evaluate()])
  expect(await keys(person)).toHaveLength(1)
})

test('the claim of a killed server ends after two minutes', async () => {
  await addWatcher()
  await buy('1500')
  clock.advance(MINUTE_MS)
  const now = clock.now()
  await db
    .insertInto('alert_evaluation')
    .values({ evaluated_until: now, claimed_until: new Date(now.getTime() + 2 * MINUTE_MS) })
    .execute()
  clock.advance(2 * MINUTE_MS - 1)
  expect(await evaluate()).toBe(0)
  clock.advance(1)
  expect(await evaluate()).toBe(1)
})

test('a rule that cannot be evaluated is logged and does not stop the others', async () => {
  await addWatcher({ kind: 'quiet', threshold: undefined, hours: 2_000_000_000 })
  await addWatcher({ kind: 'failing', threshold: '15' })
  await evaluate()
  clock.advance(10 * MINUTE_MS)
  await fail()
  expect(await evaluate()).toBe(1)
  expect(logged).toEqual([expect.stringMatching(/^alert conditions: quiet: /)])
})

test('what could not be evaluated is evaluated again', async () => {
  const { person } = await addWatcher({ kind: 'failing', threshold: '15' })
  await evaluate()
  clock.advance(10 * MINUTE_MS)
  await fail()
  // More than what is always evaluated again.
  clock.advance(20 * MINUTE_MS)
  await sql`alter table transactions rename to away`.execute(db)
  expect(await evaluate()).toBe(0)
  await sql`alter table away rename to transactions`.execute(db)
  expect(logged).toHaveLength(1)
  // The last hour does not contain the failures any more.
  clock.advance(2 * HOUR_MS)
  expect(await evaluate()).toBe(1)
  expect(await keys(person)).toEqual([`${project}:2026-11-20T12:10:00.000Z`])
})

test('an evaluation that outlives its claim does not end that of another process', async () => {
  const start = clock.now()
  const slow = await claimEvaluation(db, start)
  expect(slow?.doneUntil).toEqual(start)
  clock.advance(2 * MINUTE_MS)
  const other = await claimEvaluation(db, clock.now())
  if (!slow || !other) throw new Error('Both claim')
  await releaseEvaluation(db, slow, clock.now())
  expect(await claimEvaluation(db, clock.now())).toBeNull()
  await releaseEvaluation(db, other, start)
  // What the slow one has done is not known to be done.
  expect((await claimEvaluation(db, clock.now()))?.doneUntil).toEqual(start)
})

test('people with the same rule share its queries', async () => {
  const count = async () => {
    let queries = 0
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    clock.advance(10 * MINUTE_MS)
    await evaluate(db.withPlugin(counting))
    return queries
  }
  await addWatcher()
  await evaluate()
  const one = await count()
  for (let n = 0; n < 5; n++) await addWatcher()
  expect(await count()).toBe(one)
  await addWatcher({ threshold: '1000.00' })
  expect(await count()).toBe(one)
  await addWatcher({ threshold: '1001' })
  expect(await count()).toBeGreaterThan(one)
})

test('without rules nothing is written, and the loop ends when it is stopped', async () => {
  expect(await evaluate()).toBe(0)
  expect(await db.selectFrom('alert_evaluation').selectAll().execute()).toEqual([])
  const loop = startEvaluator({ db, clock, log: (message) => logged.push(message) })
  await loop.stop()
  expect(logged).toEqual([])
})
