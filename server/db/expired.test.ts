import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProject } from '#tests/support/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { deleteExpired } from './expired.ts'
import { insertMedia } from './media.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('files of uploads that broke off go after a day, by themselves', async () => {
  const { db } = database
  await addProject(db, { id: 'AURA' })
  const file = { projectId: 'AURA', contentType: 'image/png', width: 1, height: 1 }
  await insertMedia(db, { ...file, now: new Date('2026-11-20T11:00:00Z') })
  const young = await insertMedia(db, { ...file, now: new Date('2026-11-20T13:00:00Z') })
  await deleteExpired(db, new Date('2026-11-21T12:00:00Z'))
  expect(await db.selectFrom('media').select('id').execute()).toEqual([{ id: young }])
})
