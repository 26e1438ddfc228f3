import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { openDatabase } from './boot.ts'
import { markMoved } from './moved-folder.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-moved-'))
afterEach(() => rmSync(folder, { recursive: true }))

test('a server that starts while a move ends does not serve the old data', async () => {
  const settings = readSettings({ SALEROOM_DATA: folder })
  // The folder is not marked yet, and the start goes on until it has the lock.
  const opening = openDatabase(settings, () => {})
  markMoved(folder, 'PostgreSQL sale on db.example', new Date())
  await expect(opening).rejects.toThrow('was moved to PostgreSQL sale on db.example')
  // It has freed the folder.
  rmSync(path.join(folder, 'moved.json'))
  await (await openDatabase(settings, () => {})).close()
})
