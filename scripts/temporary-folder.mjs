import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A socket's address may have some 100 characters, and tests add 80 of their own (macOS has 50). */
const LONGEST_PARENT = 16

/**
 * Makes a folder that this process and the programs that it starts use as the temporary one, and
 * removes it when the process ends: browsers and databases that a failed or an interrupted run leaves
 * behind go with it.
 * @returns {string} the folder
 */
export function enterTemporaryFolder() {
  const isShort = process.platform === 'win32' || tmpdir().length <= LONGEST_PARENT
  const folder = realpathSync(mkdtempSync(path.join(isShort ? tmpdir() : '/tmp', 'saleroom-')))
  // As root, PostgreSQL runs as another user, who has to pass through it.
  chmodSync(folder, 0o711)
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  // A program that was started from here may take a moment to end.
  process.on('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  )
  return folder
}
