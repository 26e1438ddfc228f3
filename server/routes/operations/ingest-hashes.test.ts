import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addIngestKey, addProject } from '#tests/support/server/builders.ts'

let t: TestApp
let key: string
let project: string

const hash = () => `0x${randomBytes(32).toString('hex')}`

const send = (events: unknown) =>
  t.call('POST', `/ingest/${project}/events`, { as: key, body: { events } })

const purchase = (id: string, source: string, more: object) => ({
  id,
  kind: 'transaction',
  occurred_at: '2026-11-02T10:00:00.000Z',
  transaction_id: source,
  wallet_address: `0x${'1'.repeat(40)}`,
  status: 'completed',
  created_at: '2026-11-02T09:00:00.000Z',
  payment_token_name: 'ETH',
  payment_token_amount: '1.5',
  payment_usd_amount: '4500.25',
  ...more,
})

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  project = `P${randomBytes(4).toString('hex')}`
  await addProject(t.db, { id: project })
  key = (await addIngestKey(t.db, project)).key
})

it('purchases with one transaction hash are one purchase', async () => {
  const transaction_hash = hash()
  const { body } = await send([
    purchase('e1', 't1', { transaction_hash }),
    purchase('e2', 't2', {
      transaction_hash: transaction_hash.toUpperCase().replace('X', 'x'),
    }),
  ])
  expect(body.results[1]).toMatchObject({ outcome: 'refused', field: 'transaction_hash' })
  const later = await send([purchase('e3', 't3', { transaction_hash })])
  expect(later.body.results[0]).toMatchObject({ outcome: 'refused', field: 'transaction_hash' })
})

const hashes = async () => {
  const { rows } = await sql<{ source_id: string; transaction_hash: string | null }>`
    select source_id, transaction_hash from transactions where project_id = ${project}
    order by source_id`.execute(t.db)
  return Object.fromEntries(rows.map((row) => [row.source_id, row.transaction_hash]))
}
const at = (minute: number) => `2026-11-02T10:0${minute}:00.000Z`
const change = (id: string, source: string, minute: number, transaction_hash: string | null) =>
  purchase(id, source, { occurred_at: at(minute), transaction_hash })
const outcomes = async (events: object[]) =>
  (await send(events)).body.results.map(({ outcome }: { outcome: string }) => outcome)
const [first, second] = [hash(), hash()]

it.each([
  [
    'drops its hash, and another one takes it',
    [change('e3', 'a', 1, null), change('e4', 'b', 1, first)],
  ],
  [
    'takes a hash, and the other one drops it',
    [change('e4', 'b', 1, first), change('e3', 'a', 1, null)],
  ],
])('in one batch one purchase %s', async (_name, events) => {
  await send([change('e1', 'a', 0, first), change('e2', 'b', 0, null)])
  expect(await outcomes(events)).toEqual(['taken', 'taken'])
  expect(await hashes()).toEqual({ a: null, b: first })
})

it('two purchases swap hashes in one batch', async () => {
  await send([change('e1', 'a', 0, first), change('e2', 'b', 0, second)])
  expect(await outcomes([change('e3', 'a', 1, second), change('e4', 'b', 1, first)])).toEqual([
    'taken',
    'taken',
  ])
  expect(await hashes()).toEqual({ a: second, b: first })
})

it('a purchase takes no hash from an event that is older than the stored one', async () => {
  await send([change('e1', 'a', 5, first), change('e2', 'b', 0, null)])
  expect(await outcomes([change('e3', 'a', 1, null), change('e4', 'b', 1, first)])).toEqual([
    'taken',
    'refused',
  ])
  expect(await hashes()).toEqual({ a: first, b: null })
})

it('a purchase keeps its hash when its new hash belongs to another purchase', async () => {
  await send([
    change('e1', 'a', 0, first),
    change('e2', 'b', 0, null),
    change('e3', 'c', 0, second),
  ])
  // a keeps its first hash, because c has the second, so b cannot take the first.
  expect(await outcomes([change('e4', 'b', 1, first), change('e5', 'a', 1, second)])).toEqual([
    'refused',
    'refused',
  ])
  expect(await hashes()).toEqual({ a: first, b: null, c: second })
})
