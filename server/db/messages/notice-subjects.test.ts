import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLead, addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { readChatSubject, readLeadSubject } from './notice-subjects.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a notice reads its current purchase or lead and project', async () => {
  const { db } = database
  const { id: project } = await addProject(db)
  const { wallet_address } = await addWallet(db, { project_id: project })
  const purchase = await addTransaction(db, { project_id: project, wallet_address })
  const lead = await addLead(db, { project_id: project })
  expect(await readChatSubject(db, project, purchase.id)).toMatchObject({
    project: { id: project },
    transaction: { id: purchase.id },
  })
  expect(await readLeadSubject(db, project, lead.id)).toMatchObject({
    project: { id: project },
    lead: { id: lead.id },
  })
  for (const read of [readChatSubject, readLeadSubject]) {
    expect(await read(db, project, 999_999)).toBeNull()
    expect(await read(db, 'GONE', purchase.id)).toBeNull()
  }
})
