import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBonusCode, addProject } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { listActiveCodes } from './bonus-codes-in-use.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('the codes that buyers can use now, by project', async () => {
  const { db } = database
  const now = new Date('2026-11-20T12:00:00Z')
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
  const early = new Date('2026-01-01')
  const late = new Date('2027-01-01')
  for (const id of ['AURA', 'NOVA', 'TERRA']) await addProject(db, { id })
  const codes = [
    ['always', {}],
    ['begins now', { start_date: now, end_date: late }],
    ['begins later', { start_date: after, end_date: late }],
    ['ends later', { start_date: early, end_date: after }],
    ['ends now', { start_date: early, end_date: now }],
    ['has ended', { start_date: early, end_date: before }],
    ['one use left', { max_uses: 2, uses: 1 }],
    ['used up', { max_uses: 2, uses: 2 }],
    ['disabled', { disabled: true }],
  ] as const
  for (const [code, more] of codes) await addBonusCode(db, { project_id: 'AURA', code, ...more })
  await addBonusCode(db, { project_id: 'NOVA', code: 'other' })
  expect(await listActiveCodes(db, now)).toEqual([
    { project_id: 'AURA', codes: ['always', 'begins now', 'ends later', 'one use left'] },
    { project_id: 'NOVA', codes: ['other'] },
    { project_id: 'TERRA', codes: [] },
  ])
})
