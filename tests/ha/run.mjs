import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '#tests/support/journeys/bundle.mjs'

// npm run try:ha [-- --kills=20] [-- --cuts=2]: bundles and runs the trial of automatic failover.
const folder = await bundle(`saleroom-ha-${process.pid}`, {
  trial: 'tests/ha/trial.ts',
  main: 'server/main.ts',
  'pglite-worker': 'server/db/engine/pglite-worker.mjs',
  'tree-worker': 'server/allocations/tree-worker.mjs',
})
process.env['SERVER_MAIN'] = path.join(folder, 'main.js')
await import(pathToFileURL(path.join(folder, 'trial.js')).href)
