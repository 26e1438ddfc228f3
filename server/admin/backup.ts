import { describeBackup } from '#server/backup/backup-schedule.ts'
import type { AdminContext } from './admin-context.ts'

export const USAGE = `Usage: npm run backup -- <folder> [--keep <count>]
  Writes a backup of the embedded database to a new file in the folder, also while the server runs.
  --keep  deletes the oldest backups in the folder, so that this many remain
  The secret is not in it. docs/operating.md has the steps.`

/**
 * Makes a backup, in the process that has the database open.
 * @param args the absolute folder, and how many backups remain in it, if older ones are to be deleted
 * @returns the output for the operator
 */
export async function runBackupCommand(
  { backUp }: AdminContext,
  [folder = '', keep]: readonly string[],
): Promise<string> {
  if (!backUp) throw new Error('This command needs the files of the database.')
  return describeBackup(await backUp(folder, keep === undefined ? null : Number(keep)))
}
