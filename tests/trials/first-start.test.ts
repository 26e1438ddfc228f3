import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInAt, startApi, type ApiProcess } from '#tests/support/server/api-process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-first-start-'))
let api: ApiProcess | undefined
afterAll(async () => {
  await api?.kill()
  rmSync(folder, { recursive: true, force: true })
})

test('the first start fills the whole demo, and its admin sees every project', async () => {
  api = await startApi({ SALEROOM_DATA: folder })
  const [admin] = DEMO_ACCOUNTS
  const caller = await signInAt(api.url, admin?.email ?? '', DEMO_PASSWORD)
  const { body } = await caller.get('/projects/names')
  for (const id of ['AURA', 'HELIX', 'NOVA', 'ORBIT', 'PYXIS'])
    expect(JSON.stringify(body)).toContain(`"${id}"`)
  const summary = await caller.get(
    '/transactions/summary?start_date=2020-01-01T00:00:00Z&end_date=2100-01-01T00:00:00Z&projects=AURA',
  )
  const [, count] = /"total_transactions":(\d+)/.exec(JSON.stringify(summary.body)) ?? []
  expect(Number(count)).toBeGreaterThan(15_000)
  expect(await api.stop()).toBe(0)
})
