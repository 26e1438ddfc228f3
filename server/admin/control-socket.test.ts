import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BackUp } from '#server/backup/backups.ts'
import { systemClock } from '#server/dependencies.ts'
import { SettingsError } from '#server/settings-error.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { until } from '#tests/support/server/until.ts'
import { controlAddress, sendToRunningServer, listenForCommands } from './control-socket.ts'

let folder: string
let database: TestDatabase
let control: { close(): Promise<void> }
let isClosed: boolean
let backUp: () => ReturnType<BackUp>
beforeEach(async () => {
  isClosed = false
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-control-'))
  database = await openTestDatabase()
  control = await listenForCommands(folder, systemClock, {
    db: database.db,
    backUp: () => backUp(),
  })
})
afterEach(async () => {
  if (!isClosed) await control.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

test('a malformed command gets an error, and the server keeps running', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await new Promise<string>((resolve, reject) => {
    request({ socketPath: controlAddress(folder), method: 'POST' }, (incoming) =>
      resolve(text(incoming)),
    )
      .on('error', reject)
      .end('rubbish')
  })
  expect(JSON.parse(answer)).toEqual({ error: 'Internal server error' })
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
  const command = { command: 'sales', operator: 'tests', args: [] }
  expect(await sendToRunningServer(folder, command)).toBe('[]')
})

/** Sends the command `backup`, and waits for it. @returns its outcome, and what ends it in the server */
async function startBackup() {
  const ending = new AbortController()
  let isStarted = false
  backUp = async () => {
    isStarted = true
    await once(ending.signal, 'abort')
    throw new SettingsError('The server stopped before the backup was complete.')
  }
  const command = { command: 'backup', operator: 'tests', args: ['/backups'] }
  const outcome = sendToRunningServer(folder, command).catch(String)
  await until(() => expect(isStarted).toBe(true))
  isClosed = true
  return { outcome, end: () => ending.abort() }
}

test('a command that a stop ends gets its reason', async () => {
  const { outcome, end } = await startBackup()
  end()
  await control.close()
  expect(await outcome).toContain('The server stopped before the backup was complete.')
})

test('a command that a stop cuts off gets one line', async () => {
  const { outcome } = await startBackup()
  await control.close()
  expect(await outcome).toBe('SettingsError: The server stopped before the command ended.')
})
