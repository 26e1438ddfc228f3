import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SettingsError } from '#server/settings-error.ts'
import { keepPreviousAssets } from './previous-assets.ts'
import { systemClock } from '#server/dependencies.ts'

test('a folder that is not writable is reported with the name of the setting', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-assets-'))
  // Root may write everywhere, but nobody makes a folder inside a file.
  writeFileSync(path.join(folder, 'file'), '')
  const kept = keepPreviousAssets(path.join(folder, 'file', 'assets'), folder, systemClock)
  await expect(kept).rejects.toThrow(SettingsError)
  await expect(kept).rejects.toThrow(/SALEROOM_DATA/)
  rmSync(folder, { recursive: true })
})
