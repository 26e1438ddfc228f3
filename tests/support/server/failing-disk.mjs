import { createRequire, syncBuiltinESMExports } from 'node:module'

// Preloaded into a process (node --import): simulates a disk that stores the first
// SYNCS_BEFORE_FAILURE writes and fails afterwards.
const fs = createRequire(import.meta.url)('node:fs')
const { fdatasyncSync } = fs
let left = Number(process.env['SYNCS_BEFORE_FAILURE'])

fs.fdatasyncSync = (/** @type {number} */ file) => {
  left -= 1
  if (left < 0) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  fdatasyncSync(file)
}
syncBuiltinESMExports()
