import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '#server/dependencies.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { controlAddress, sendToRunningServer, listenForCommands } from './control-socket.ts'

let folder: string
let database: TestDatabase
let control: { close(): Promise<void> }
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-control-'))
  database = await openTestDatabase()
  control = await listenForCommands(folder, systemClock, { db: database.db })
})
afterEach(async () => {
  await control.close()
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
