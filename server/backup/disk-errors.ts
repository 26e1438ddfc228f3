import { isNoSpace } from '#server/db/engine/disk-space.ts'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'

/**
 * An error of writing into this folder as a SettingsError for the operator; any error that is not
 * the file system's unchanged.
 */
export function asDiskError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  if (isNoSpace(error))
    return new SettingsError(
      `There is no space left in ${folder}. What was written has been deleted. Free some space, or name a folder on another disk.`,
    )
  return new SettingsError(`${folder} can't be used: ${messageOf(error)}.`)
}

/** Runs work that only writes into this folder. @throws SettingsError for errors of the file system */
export async function writingInto<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw asDiskError(error, folder)
  }
}

/** An error of reading this file, for the operator. */
export function readError(file: string, error: unknown): SettingsError {
  return new SettingsError(`${file} can't be read: ${messageOf(error)}.`)
}
