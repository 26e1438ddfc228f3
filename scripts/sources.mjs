import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('../', import.meta.url))

/** What a build is made from; tests and documents don't change it. */
const SOURCES = [
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

/** Written last by a build that went through: `{ "sources": <hash>, "hasWarned": <boolean> }`. */
export const buildStamp = path.join(root, 'dist', 'build.json')

/** What Vite says about the chunks of the app: not among the files that are served. */
export const buildManifest = path.join(root, 'dist', 'manifest.json')

/** @param {string} file @returns {string[]} */
function filesUnder(file) {
  const full = path.join(root, file)
  if (!existsSync(full)) return []
  try {
    return readdirSync(full)
      .toSorted()
      .flatMap((name) => filesUnder(path.join(file, name)))
  } catch {
    return /\.test\.tsx?$/.test(file) ? [] : [file]
  }
}

/**
 * One hash over names and contents of everything that a build reads, with the build-time variables.
 * Contents, not times: a fresh clone or a switched branch has new times for old files.
 */
export function hashSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesUnder)) {
    hash.update(file.replaceAll(path.sep, '/')).update('\0')
    hash.update(readFileSync(path.join(root, file))).update('\0')
  }
  const names = Object.keys(process.env).filter(
    (name) => name.startsWith('VITE_') || name === 'KILL_WORKER',
  )
  for (const name of names.toSorted()) hash.update(`${name}=${process.env[name]}\0`)
  return hash.digest('hex')
}

/** Whether dist/ was built from exactly these sources. */
export function isBuildCurrent() {
  try {
    return JSON.parse(readFileSync(buildStamp, 'utf8')).sources === hashSources()
  } catch {
    return false
  }
}
