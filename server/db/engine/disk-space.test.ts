import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SettingsError } from '#server/settings-error.ts'
import { fill, mountDisk, unmount } from '#tests/support/server/small-disk.ts'
import { asEngineError, asFullDisk, requireSpaceForNew } from './disk-space.ts'

const failure = (code: string) => Object.assign(new Error(`It says ${code}`), { code })
const NOWHERE = path.join(import.meta.dirname, 'not-there')

test.each([
  ['53100', '/srv/db', 'the disk of /srv/db'],
  ['ENOSPC', '/srv/db', 'the disk of /srv/db'],
  ['53100', null, 'the disk of the database (DATABASE_URL)'],
  ['EDQUOT', null, 'a disk'],
])('%s with the database in %s says that there is no space on %s', (code, folder, place) => {
  const error = asFullDisk(failure(code), folder)
  expect(error).toBeInstanceOf(SettingsError)
  expect(error).toHaveProperty('message', expect.stringContaining(`no space left on ${place}.`))
})

test('other errors are left as they are, also if the folder is not there', () => {
  for (const error of [failure('42P01'), new Error('Broken'), new SettingsError('In use'), null]) {
    expect(asFullDisk(error, NOWHERE)).toBe(error)
    expect(asEngineError(error, NOWHERE)).toBe(error)
  }
  expect(asEngineError(failure('ENOSPC'), NOWHERE)).toBeInstanceOf(SettingsError)
})

const disk = mountDisk()
if (disk === null) console.warn('The test of a full disk is skipped: this user may not mount one')
afterAll(() => {
  if (disk !== null) unmount(disk)
})

test.runIf(disk !== null)('an engine that stops on a full disk is explained by the disk', () => {
  const folder = disk ?? ''
  expect(() => requireSpaceForNew(folder)).toThrow(SettingsError)
  fill(folder)
  expect(asEngineError(new Error('Broken'), folder)).toHaveProperty(
    'message',
    `The database has stopped (Broken), and the disk of ${folder} is full. Free at least 100 MB and start again.`,
  )
  // What an engine throws need not be an error.
  expect(asEngineError({ errno: 51 }, folder)).toBeInstanceOf(SettingsError)
  expect(readdirSync(folder)).toEqual(['filler'])
})
