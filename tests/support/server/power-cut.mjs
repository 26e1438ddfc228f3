import { createRequire, syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

// Preloaded into a process (node --import). Maintains a copy of SHADOW_FROM at SHADOW_TO with what
// a disk would hold after a power cut in the worst case: a file's bytes only after fsync. Creating,
// renaming and deleting files takes effect at once, since a journalling file system orders it.
const from = process.env['SHADOW_FROM'] ?? ''
const to = process.env['SHADOW_TO'] ?? ''
const fs = createRequire(import.meta.url)('node:fs')

const real = { ...fs }
/** @type {Map<number, string>} */
const paths = new Map()
/** The changes of a file since its last fsync. @type {Map<string, ((fd: number) => void)[]>} */
const pending = new Map()

/** @param {string} file */
const isOurs = (file) => typeof file === 'string' && file.startsWith(from)
/** @param {string} file */
const shadowOf = (file) => to + file.slice(from.length)

/** @param {string} file @param {(fd: number) => void} change */
function later(file, change) {
  if (!isOurs(file)) return
  const changes = pending.get(file)
  if (changes) changes.push(change)
  else pending.set(file, [change])
}

/** @param {string} file */
function touch(file) {
  if (isOurs(file) && !real.existsSync(shadowOf(file))) {
    real.mkdirSync(path.dirname(shadowOf(file)), { recursive: true })
    real.writeFileSync(shadowOf(file), '')
  }
}

/** @param {number} fd */
function keep(fd) {
  const file = paths.get(fd)
  // Names take effect at once, so a directory has nothing to sync.
  if (file === undefined || !isOurs(file) || !real.fstatSync(fd).isFile()) return
  touch(file)
  const changes = pending.get(file) ?? []
  pending.delete(file)
  const shadow = real.openSync(shadowOf(file), 'r+')
  for (const change of changes) change(shadow)
  real.closeSync(shadow)
}

Object.assign(fs, {
  openSync(/** @type {string} */ file, /** @type {any[]} */ ...rest) {
    const fd = real.openSync(file, ...rest)
    paths.set(fd, file)
    if (isOurs(file) && real.fstatSync(fd).isFile()) touch(file)
    return fd
  },
  closeSync(/** @type {number} */ fd) {
    paths.delete(fd)
    real.closeSync(fd)
  },
  writeSync(/** @type {number} */ fd, /** @type {any} */ bytes, /** @type {any[]} */ ...rest) {
    const [offset = 0, length = bytes.length, position] = rest
    const written = real.writeSync(fd, bytes, ...rest)
    const file = paths.get(fd)
    if (file !== undefined && isOurs(file)) {
      if (typeof position !== 'number') throw new Error(`A write without a position: ${file}`)
      const copy = Buffer.from(bytes.subarray(offset, offset + length))
      later(file, (shadow) => void real.writeSync(shadow, copy, 0, written, position))
    }
    return written
  },
  ftruncateSync(/** @type {number} */ fd, /** @type {number} */ length) {
    real.ftruncateSync(fd, length)
    later(paths.get(fd) ?? '', (shadow) => real.ftruncateSync(shadow, length))
  },
  truncateSync(/** @type {string} */ file, /** @type {number} */ length) {
    real.truncateSync(file, length)
    later(file, (shadow) => real.ftruncateSync(shadow, length))
  },
  fsyncSync(/** @type {number} */ fd) {
    real.fsyncSync(fd)
    keep(fd)
  },
  fdatasyncSync(/** @type {number} */ fd) {
    real.fdatasyncSync(fd)
    keep(fd)
  },
  writeFileSync(/** @type {any} */ file, /** @type {any[]} */ ...rest) {
    real.writeFileSync(file, ...rest)
    if (isOurs(file)) touch(file)
  },
  mkdirSync(/** @type {string} */ folder, /** @type {any[]} */ ...rest) {
    const made = real.mkdirSync(folder, ...rest)
    if (isOurs(folder)) real.mkdirSync(shadowOf(folder), { recursive: true })
    return made
  },
  renameSync(/** @type {string} */ old, /** @type {string} */ name) {
    real.renameSync(old, name)
    if (!isOurs(old)) return
    if (real.existsSync(shadowOf(old))) real.renameSync(shadowOf(old), shadowOf(name))
    pending.delete(name)
    const changes = pending.get(old)
    if (changes) pending.set(name, changes)
    pending.delete(old)
    for (const [fd, file] of paths) if (file === old) paths.set(fd, name)
  },
  unlinkSync(/** @type {string} */ file) {
    real.unlinkSync(file)
    if (!isOurs(file)) return
    real.rmSync(shadowOf(file), { force: true })
    pending.delete(file)
  },
  rmdirSync(/** @type {string} */ folder) {
    real.rmdirSync(folder)
    if (isOurs(folder)) real.rmSync(shadowOf(folder), { recursive: true, force: true })
  },
})
syncBuiltinESMExports()
