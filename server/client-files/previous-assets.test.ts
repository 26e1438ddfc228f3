import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#server/dependencies.ts'
import { SettingsError } from '#server/settings-error.ts'
import { keepPreviousAssets } from './previous-assets.ts'

test('a folder that is not writable is reported with the name of the setting', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-assets-'))
  // Root may write everywhere, but a folder inside a file is impossible.
  writeFileSync(path.join(folder, 'file'), '')
  const result = keepPreviousAssets(path.join(folder, 'file', 'assets'), folder, systemClock)
  await expect(result).rejects.toThrow(SettingsError)
  await expect(result).rejects.toThrow(/SALEROOM_DATA/)
  rmSync(folder, { recursive: true })
})
