import { accessSync, constants, statSync } from 'node:fs'
import { SettingsError } from '#server/settings-error.ts'

/** @throws SettingsError for what is not a file that can be read */
export function requireReadable(file: string): void {
  let isFile: boolean
  try {
    accessSync(file, constants.R_OK)
    isFile = statSync(file).isFile()
  } catch (error) {
    // Every error of the file system has a code.
    const { code } = error as NodeJS.ErrnoException
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    const problem = isMissing ? 'does not exist' : `can't be read (${code})`
    throw new SettingsError(`The file ${file} ${problem}.`)
  }
  if (!isFile) throw new SettingsError(`${file} is not a file. Name a file.`)
}
