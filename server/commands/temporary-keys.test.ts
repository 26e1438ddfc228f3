import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/app.ts'
import { addProject } from '#tests/support/builders.ts'
import { administer } from '#server/admin/administration.ts'
import { withTemporaryKeys } from './temporary-keys.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  for (const id of ['AURA', 'HELIX']) await addProject(t.db, { id })
})
afterAll(() => t.close())

const ask = (command: string, words: readonly string[]) =>
  administer({ db: t.db, now: t.clock.now(), operator: 'tests' }, { command, operator: '', words })
const standing = async () =>
  (await t.db.selectFrom('ingest_keys').select('id').where('revoked_at', 'is', null).execute())
    .length

test.each([
  ['work that fails', ['AURA', 'HELIX'], 2, 'the server is away'],
  ['a key that can not be made', ['AURA', 'NOSUCH'], null, 'NOSUCH'],
])('no key outlives %s', async (_what, projects, count, fault) => {
  let seen: number | null = null
  const run = withTemporaryKeys({ ask }, { name: 'passing', projects }, async (keys) => {
    seen = await standing()
    expect([...keys.values()].every((key) => key.startsWith('ingest_'))).toBe(true)
    throw new Error('the server is away')
  })
  await expect(run).rejects.toThrow(fault)
  expect([seen, await standing()]).toEqual([count, 0])
})
