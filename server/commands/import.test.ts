import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listenForCommands } from '#server/admin/control-socket.ts'
import { systemClock } from '#server/dependencies.ts'
import { addProject } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { importFile } from './import.ts'

const HEADER = 'id,occurred_at,wallet_address'
const line = (n: number) => `w${n},2026-02-03T04:05:06Z,0x${String(n).padStart(40, '0')}`

let folder: string
let database: TestDatabase
let control: { close(): Promise<void> }
const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-import-'))
  database = await openTestDatabase()
  await addProject(database.db, { id: 'AURA', created_at: '2026-02-01T00:00:00.000Z' })
  control = await listenForCommands(folder, systemClock, { db: database.db })
  vi.stubEnv('SALEROOM_DATA', folder)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterAll(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
  await control.close()
  await database.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => printed.mockClear())

/** Runs the command on a file of these lines. @returns what it prints */
async function importLines(lines: readonly string[], ...more: string[]): Promise<string[]> {
  const file = path.join(folder, 'file.csv')
  writeFileSync(file, lines.join('\n'))
  await importFile([file, '--project', 'AURA', '--kind', 'wallet', ...more])
  return printed.mock.calls.map(([text]) => String(text))
}

test('without --write the lines are checked only', async () => {
  expect(await importLines([HEADER, line(1), line(2)])).toEqual([
    'Lines: 2 valid, 0 already imported, 0 refused.',
    'Nothing was saved. Add --write to import.',
  ])
})

test('a file is imported once, and a wrong line is named', async () => {
  expect(await importLines([HEADER, line(1)], '--write')).toEqual([
    'Lines: 1 imported, 0 already imported, 0 refused.',
  ])
  const output = await importLines([HEADER, line(1), line(2), 'w3,soon,0x1'], '--write')
  expect(output.slice(1)).toEqual([
    expect.stringMatching(/^Line 4: /),
    'Lines: 1 imported, 1 already imported, 1 refused.',
  ])
  expect(process.exitCode).toBe(1)
})

test('a file without lines is an error', async () => {
  await expect(importLines([HEADER])).rejects.toThrow(/file\.csv has no lines below its header\.$/)
})
