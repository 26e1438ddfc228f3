import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isCheckout } from './prerequisites.mjs'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('../', import.meta.url))

/** The inputs of a build. Tests and documents are not among them. */
export const SOURCES = [
  'index.html',
  'package-lock.json',
  'package.json',
  'public',
  'scripts',
  'server',
  'src',
  'sw',
  'tsconfig.json',
  'vite.config.ts',
]

/**
 * Written at the end of a successful build: `{ "sources": <hash>, "hasWarned": <boolean>, "imports":
 * <modules that the server imports at run time> }`.
 */
export const buildStamp = path.join(root, 'dist', 'build.json')

/** @param {string} folder of a checkout @param {string} file in it @returns {string[]} */
function filesUnder(folder, file) {
  const full = path.join(folder, file)
  if (!existsSync(full)) return []
  try {
    return readdirSync(full)
      .toSorted()
      .flatMap((name) => filesUnder(folder, path.join(file, name)))
  } catch {
    return /\.test\.tsx?$/.test(file) ? [] : [file]
  }
}

/**
 * One hash of the names and contents of all inputs of a build, with the build-time variables. It does
 * not use modification times, because a fresh clone and a branch switch change them.
 * @param {string} [folder] of the checkout
 */
export function hashSources(folder = root) {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((name) => filesUnder(folder, name))) {
    hash.update(file.replaceAll(path.sep, '/')).update('\0')
    hash.update(readFileSync(path.join(folder, file))).update('\0')
  }
  const names = Object.keys(process.env).filter(
    (name) => name.startsWith('VITE_') || name === 'KILL_WORKER',
  )
  for (const name of names.toSorted()) hash.update(`${name}=${process.env[name]}\0`)
  return hash.digest('hex')
}

/** Whether dist/ was built from exactly these sources. A bundle has none, and is never built again. */
export function isBuildCurrent() {
  if (!isCheckout) return true
  try {
    return JSON.parse(readFileSync(buildStamp, 'utf8')).sources === hashSources()
  } catch {
    return false
  }
}
