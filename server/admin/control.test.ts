import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addressOf, sendToRunningServer, listenForCommands } from './control.ts'
import { systemClock } from '#server/dependencies.ts'

let folder: string
let database: TestDatabase
let control: { close(): Promise<void> }
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-control-'))
  database = await openTestDatabase()
  control = await listenForCommands(folder, database.db, systemClock)
})
afterEach(async () => {
  await control.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

test('what is no command is answered with a fault, and the server goes on', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await new Promise<string>((resolve, reject) => {
    request({ socketPath: addressOf(folder), method: 'POST' }, (incoming) =>
      resolve(text(incoming)),
    )
      .on('error', reject)
      .end('rubbish')
  })
  expect(JSON.parse(answer)).toEqual({ fault: 'Internal server error' })
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
  const asked = { command: 'sales', operator: 'tests', words: [] }
  expect(await sendToRunningServer(folder, asked)).toBe('[]')
})
