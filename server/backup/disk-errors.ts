import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** An error of the file system as a SettingsError for the operator; any other error unchanged. */
export function asDiskError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  if (NO_SPACE.has(String(error.code)))
    return new SettingsError(
      `There is no space left in ${folder}. What was written has been deleted. Free some space, or name a folder on another disk.`,
    )
  return new SettingsError(`${folder} can't be used: ${messageOf(error)}.`)
}
