import { readFileSync } from 'node:fs'
import path from 'node:path'
import { measureFirstLoads } from './first-load.mjs'
import { buildManifest, buildStamp } from './sources.mjs'

// `check-build.mjs [folder]`: the checks that `npm test` makes of the build in dist. The first loads
// are within their limits, and the build printed no warnings.

const dist = process.argv[2] ?? path.dirname(buildStamp)
/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(path.join(dist, path.basename(file)), 'utf8'))
const { hasWarned } = readJson(buildStamp)
const loads = measureFirstLoads(path.join(dist, 'client'), readJson(buildManifest))

console.log('First loads, gzipped JavaScript:')
for (const { name, kb, limit } of loads)
  console.log(`  ${name.padEnd(22)} ${kb.toFixed(1).padStart(6)} KB   (limit ${limit})`)
const tooLarge = loads.filter((load) => load.isTooLarge)
for (const { name, files } of tooLarge) {
  console.error(`Too large: ${name}`)
  for (const { file, bytes } of files.toSorted((a, b) => b.bytes - a.bytes))
    console.error(`  ${(bytes / 1000).toFixed(1).padStart(6)} KB  ${file}`)
}
if (hasWarned) console.error('The build printed warnings, see above.')
if (tooLarge.length > 0 || hasWarned) process.exitCode = 1
