import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Socket paths are limited to about 100 characters, and tests add 80. (macOS's folder has 50.) */
const MAX_PARENT_LENGTH = 16

/**
 * Creates a temporary folder for this process and the programs that it starts. The folder is deleted
 * when the process ends, with any files that a failed or interrupted run leaves behind.
 * @returns {string} the folder
 */
export function enterTemporaryFolder() {
  const isShort = process.platform === 'win32' || tmpdir().length <= MAX_PARENT_LENGTH
  const folder = realpathSync(mkdtempSync(path.join(isShort ? tmpdir() : '/tmp', 'saleroom-')))
  // As root, PostgreSQL runs as another user, who needs access to paths in the folder.
  chmodSync(folder, 0o711)
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  // A program started from here may take a moment to end.
  process.on('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  )
  return folder
}
