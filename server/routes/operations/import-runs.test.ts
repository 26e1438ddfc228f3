import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openImportJobs } from '#server/admin/import-jobs.ts'
import { importLines } from '#server/admin/import-lines.ts'
import { insertImport, updateImport } from '#server/db/ingest/imports.ts'
import { deleteExpired } from '#server/lifecycle/expired.ts'
import type { Import } from '#src/wire/imports.ts'
import { importCalls } from '#tests/support/calls/import-calls.ts'
import {
  PURCHASE_HEADER,
  purchaseLine,
  purchaseLines,
  sumOfLines,
} from '#tests/support/oracles/purchase-file.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, someProjectId } from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const HOUR_MS = 3_600_000
const ROWS = byExtent({ change: 2500, all: 5000, long: 50_000 })

let t: TestApp
let admin: SignedIn
let project: string
let calls: ReturnType<typeof importCalls>

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set('2026-11-20T12:00:00.000Z')
  admin = await t.signIn('admin')
  project = someProjectId()
  await addProject(t.db, { id: project })
  calls = importCalls(t, admin, project)
})

const audit = async () => {
  const { body } = await t.call('GET', `/audit?projects=${project}`, { as: admin })
  return body.results
    .filter(({ project_id }: { project_id: string }) => project_id === project)
    .map(({ action, after }: { action: string; after: object }) => [action, after])
    .toReversed()
}

describe('an import', () => {
  const cents = (usd: string) => BigInt(Math.round(Number(usd) * 100))

  it('takes every row once, and can be repeated, also by the command line', async () => {
    const file = await calls.check([PURCHASE_HEADER, ...purchaseLines(20)].join('\n'))
    expect((await calls.post(file.id, 'run')).body.state).toBe('running')
    expect(await calls.settled(file.id)).toMatchObject({ state: 'done', taken: 20, refused: 0 })
    expect(await calls.storedChunks(file.id)).toBe(0)
    expect(await calls.sales()).toMatchObject({ count: 20 })
    const counts = { refused: 0, begins_at: '2025-09-02T10:01:00.000Z' }
    const entry = { file: 'old.csv', kind: 'transaction' }
    expect(await audit()).toEqual([
      ['history.import', { step: 'started', ...entry }],
      ['history.import', { step: 'done', ...entry, taken: 20, repeated: 0, ...counts }],
    ])
    expect(await calls.check([PURCHASE_HEADER, ...purchaseLines(21)].join('\n'))).toMatchObject({
      taken: 1,
      repeated: 20,
    })

    const lead = { email: 'a@b.example', lead_id: 'l1', occurred_at: '2025-01-01' }
    const text = [Object.keys(lead), Object.values(lead)].map((cells) => cells.join()).join('\n')
    const cells = { ...lead, kind: 'lead', project_id: project }
    const operator = { db: t.db, now: t.clock.now(), operator: 'command line (kim)' }
    await importLines(operator, JSON.stringify([{ line: 2, cells }]), true)
    expect(await calls.check(text, { kind: 'lead' })).toMatchObject({ taken: 0, repeated: 1 })
  })

  it(`of ${ROWS} rows is cancelled, killed and resumed, and counts nothing twice`, async () => {
    const file = await calls.check([PURCHASE_HEADER, ...purchaseLines(ROWS)].join('\n'))
    expect(file).toMatchObject({ taken: ROWS, total_rows: ROWS })
    await calls.post(file.id, 'run')
    await calls.readWhen(file.id, ({ taken }) => taken > 0)
    const cancelled = (await calls.post(file.id, 'cancel')).body
    expect(cancelled).toMatchObject({ state: 'cancelled' })
    expect(cancelled.taken).toBeLessThan(ROWS)
    // The rows taken so far stay, and no other batch is committed.
    expect(await calls.sales()).toMatchObject({ count: cancelled.taken })
    expect((await calls.read(file.id)).taken).toBe(cancelled.taken)

    expect((await calls.post(file.id, 'resume')).body.state).toBe('running')
    await calls.readWhen(file.id, ({ taken }) => taken > cancelled.taken)
    // A killed process leaves its claim, which ends. Its last batch was committed or not at all.
    await updateImport(t.db, Number(file.id), { claim: 'killed' }, t.clock.now())
    t.clock.advance(31_000)
    const killed = await calls.read(file.id)
    expect(killed.state).toBe('interrupted')
    expect(await calls.sales()).toMatchObject({ count: killed.taken })

    await calls.post(file.id, 'resume')
    const done = await calls.settled(file.id)
    expect(done).toMatchObject({ state: 'done', rows: ROWS, taken: ROWS, repeated: 0, refused: 0 })
    const { count, usd } = await calls.sales()
    expect([count, cents(usd)]).toEqual([ROWS, sumOfLines(ROWS)])
    expect(cents(done.usd)).toBe(sumOfLines(ROWS))
    const rollup = await t.db
      .selectFrom('time_rollups')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('project_id', '=', project)
      .executeTakeFirstOrThrow()
    expect(rollup.count).toBeGreaterThan(0)
    expect((await audit()).map(([, after]: [string, { step: string }]) => after.step)).toEqual([
      'started',
      'cancelled',
      'resumed',
      'resumed',
      'done',
    ])
  })

  it('stops with the server after the current batch, and waits to be resumed', async () => {
    const file = await calls.check([PURCHASE_HEADER, ...purchaseLines(1100)].join('\n'))
    const jobs = openImportJobs({ db: t.db, clock: t.clock, log: () => undefined })
    const own = t.dependencies.importJobs
    t.dependencies.importJobs = jobs
    await calls.post(file.id, 'run')
    await jobs.stop()
    t.dependencies.importJobs = own
    const stopped = await calls.read(file.id)
    expect(stopped.state).toBe('interrupted')
    expect(stopped.taken).toBeLessThan(1100)
    await calls.post(file.id, 'resume')
    expect(await calls.settled(file.id)).toMatchObject({ state: 'done', taken: 1100 })
    expect(await calls.sales()).toMatchObject({ count: 1100 })
  })

  it('runs alone in its project, also while it is interrupted', async () => {
    const [first, second] = [
      await calls.check(`${PURCHASE_HEADER}\n${purchaseLine(1)}`),
      await calls.check(`${PURCHASE_HEADER}\n${purchaseLine(2)}`),
    ]
    await t.db
      .updateTable('imports')
      .set({ state: 'running' })
      .where('id', '=', Number(first.id))
      .execute()
    expect((await calls.post(second.id, 'run')).body.message).toContain(
      'Another import of this project',
    )
    await calls.post(first.id, 'cancel')
    await calls.post(second.id, 'run')
    expect(await calls.settled(second.id)).toMatchObject({ state: 'done' })
  })

  it('does not start, go on or take files in an archived project', async () => {
    const file = await calls.check([PURCHASE_HEADER, ...purchaseLines(2)].join('\n'))
    await t.call('POST', `/projects/${project}/archive`, { as: admin })
    expect((await calls.post(file.id, 'run')).status).toBe(409)
    expect((await calls.post(file.id, 'check', { columns: file.columns })).status).toBe(409)
    expect((await calls.announce(Buffer.from('a'))).status).toBe(409)
  })

  it('is listed for a day, newest first, unless it was given up', async () => {
    const first = await calls.upload(`${PURCHASE_HEADER}\n${purchaseLine(1)}`)
    const second = await calls.upload(`${PURCHASE_HEADER}\n${purchaseLine(2)}`)
    await calls.post((await calls.upload(`${PURCHASE_HEADER}\n${purchaseLine(3)}`)).id, 'cancel')
    const list = async () =>
      (await t.call('GET', `/imports?projects=${project}`, { as: admin })).body.map(
        ({ id }: Import) => id,
      )
    expect(await list()).toEqual([second.id, first.id])
    await deleteExpired(t.db, new Date(t.clock.now().getTime() + 24 * HOUR_MS - 1))
    expect(await list()).toEqual([second.id, first.id])
    await deleteExpired(t.db, new Date(t.clock.now().getTime() + 24 * HOUR_MS))
    expect(await list()).toEqual([])
    expect(await calls.storedChunks(first.id)).toBe(0)
  })

  it('sends no notices, and moves the start of the project', async () => {
    await t.db
      .updateTable('projects')
      .set({ telegram_notifications_enabled: true, telegram_message_text: 'sold' })
      .where('id', '=', project)
      .execute()
    const file = await calls.check([PURCHASE_HEADER, ...purchaseLines(2)].join('\n'))
    await calls.post(file.id, 'run')
    await calls.settled(file.id)
    const notices = await t.db
      .selectFrom('notices')
      .select('id')
      .where('project_id', '=', project)
      .execute()
    expect(notices).toEqual([])
    const { created_at } = await t.db
      .selectFrom('projects')
      .select('created_at')
      .where('id', '=', project)
      .executeTakeFirstOrThrow()
    expect(created_at.toISOString()).toBe('2025-09-02T10:01:00.000Z')
  })

  it('keeps 100,000 refused lines and counts the others', async () => {
    const now = t.clock.now()
    const { id } = await insertImport(t.db, {
      project_id: project,
      kind: 'lead',
      name: 'a.csv',
      size_bytes: 1,
      sha256: '',
      state: 'checked',
      created_at: now,
      updated_at: now,
    })
    await updateImport(t.db, id, { refused: 100_003 }, now)
    const report = await t.call('GET', `/imports/${id}/report`, { as: admin })
    expect(report.text).toContain('3 more lines were refused')
  })
})
