import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '#tests/support/journeys/bundle.mjs'

// Bundles and runs a TypeScript benchmark: node tests/bench/run.mjs server -- --large
const [name = 'server'] = process.argv.slice(2)
const folder = await bundle(`saleroom-bench-${process.pid}`, {
  [name]: `tests/bench/${name}.ts`,
  'pglite-worker': 'server/db/engine/pglite-worker.mjs',
  'tree-worker': 'server/allocations/tree-worker.mjs',
  // Some start the server in a process of its own.
  ...(name === 'live' ? { main: 'server/main.ts' } : {}),
})
process.env['BENCH_FOLDER'] = folder
await import(pathToFileURL(path.join(folder, `${name}.js`)).href)
