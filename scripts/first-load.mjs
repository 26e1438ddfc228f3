import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const HOME = ['boot', 'shell', 'screens', 'home', 'EChart']

/**
 * The chunks that a browser loads before a route shows its content: those of the entry and those that
 * the route always imports. Limits in KB (1,000 bytes) of gzipped JavaScript.
 * @type {{ name: string, limit: number, chunks: string[] }[]}
 */
const FIRST_LOADS = [
  { name: '/login', limit: 130, chunks: ['boot', 'shell', 'LoginPage'] },
  { name: '/ to the first chart', limit: 330, chunks: HOME },
  { name: '/ with all cards', limit: 350, chunks: [...HOME, 'cards'] },
]

/**
 * @typedef {{ file: string, src?: string, name?: string, isEntry?: boolean, isDynamicEntry?: boolean,
 *   imports?: string[], dynamicImports?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

/**
 * The manifest key of a chunk, found by the name of its source file ("LoginPage" for
 * src/features/sign-in/login/LoginPage.tsx).
 * @param {Manifest} manifest @param {string} name
 */
function findChunk(manifest, name) {
  const keys = Object.keys(manifest).filter(
    (key) =>
      key === name ||
      manifest[key]?.name === name ||
      path.basename(key).replace(/\.[jt]sx?$/, '') === name,
  )
  const [key, ...others] = keys
  if (key === undefined || others.length > 0)
    throw new Error(
      `The build has ${keys.length} chunks named ${name}; scripts/first-load.mjs expects one.`,
    )
  return key
}

/**
 * The JavaScript files of the named chunks and of all their static imports.
 * @param {Manifest} manifest @param {string[]} names
 */
function filesOf(manifest, names) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {string} key */
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const name of names) visit(findChunk(manifest, name))
  const files = [...seen].flatMap((key) => manifest[key]?.file ?? [])
  return files.filter((file) => file.endsWith('.js'))
}

/**
 * The gzipped size of each first load of the build in `dir`.
 * @param {string} dir @param {Manifest} manifest
 */
export function measureFirstLoads(dir, manifest) {
  /** @param {string} file */
  const gzipped = (file) => gzipSync(readFileSync(path.join(dir, file)), { level: 9 }).length
  return FIRST_LOADS.map(({ name, limit, chunks }) => {
    const files = filesOf(manifest, chunks).map((file) => ({ file, bytes: gzipped(file) }))
    const kb = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
    return { name, limit, kb, files, isTooLarge: kb > limit }
  })
}
