import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#server/admin/run-command.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject } from '#tests/support/server/builders.ts'
import { withTemporaryKeys } from './simulate.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  for (const id of ['AURA', 'HELIX']) await addProject(t.db, { id })
})
afterAll(() => t.close())

const run = (command: string, args: readonly string[]) =>
  runCommand({ db: t.db, now: t.clock.now(), operator: 'tests' }, { command, operator: '', args })
const countValidKeys = async () =>
  (await t.db.selectFrom('ingest_keys').select('id').where('revoked_at', 'is', null).execute())
    .length

test.each([
  ['work that fails', ['AURA', 'HELIX'], 2, 'the server is away'],
  ['a key that cannot be created', ['AURA', 'NOSUCH'], null, 'NOSUCH'],
])('no key is left after %s', async (_what, projects, count, message) => {
  let seen: number | null = null
  const running = withTemporaryKeys({ run }, { name: 'temporary', projects }, async (keys) => {
    seen = await countValidKeys()
    expect([...keys.values()].every((key) => key.startsWith('ingest_'))).toBe(true)
    throw new Error('the server is away')
  })
  await expect(running).rejects.toThrow(message)
  expect([seen, await countValidKeys()]).toEqual([count, 0])
})
