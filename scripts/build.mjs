import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { measureFirstLoads, readManifest } from './first-load.mjs'
import { precompress } from './precompress.mjs'
import { buildStamp, hashSources, root } from './sources.mjs'

// Makes dist/client (the app) and dist/server (plain JavaScript for Node, packages stay in
// node_modules). The stamp comes last: a build that broke off is not taken for one. Then the app is
// measured, and fails when it has grown too large to load.

const client = path.join(root, 'dist', 'client')
const server = path.join(root, 'dist', 'server')

const sources = hashSources()
process.env['BUILD_ID'] = sources.slice(0, 12)
await rm(buildStamp, { force: true })

console.log('Building the app ...')
await build({ root, logLevel: 'warn', configFile: path.join(root, 'vite.config.ts') })

console.log('Building the server ...')
await build({
  root,
  logLevel: 'warn',
  configFile: false,
  define: { __BUILD_ID__: JSON.stringify(process.env['BUILD_ID']) },
  build: {
    ssr: true,
    outDir: server,
    emptyOutDir: true,
    copyPublicDir: false,
    sourcemap: true,
    target: 'node20',
    rolldownOptions: {
      input: serverEntries(),
      output: {
        format: 'esm',
        entryFileNames: (chunk) => (chunk.name.endsWith('-worker') ? '[name].mjs' : '[name].js'),
        // Flat, so that `new URL('./x', import.meta.url)` means the same in every chunk.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})

const manifest = readManifest(client)
await rm(path.join(client, '.vite'), { recursive: true })
await precompress(client)
await writeFile(buildStamp, `${JSON.stringify({ sources })}\n`)

const loads = measureFirstLoads(client, manifest)
console.log('First load, JavaScript, gzip:')
for (const { name, kb, limit } of loads)
  console.log(`  ${name.padEnd(22)} ${kb.toFixed(1).padStart(6)} KB   (limit ${limit})`)
const tooLarge = loads.filter((load) => load.isTooLarge)
for (const { name, files } of tooLarge) {
  console.error(`Too large: ${name}`)
  for (const { file, bytes } of files.toSorted((a, b) => b.bytes - a.bytes))
    console.error(`  ${(bytes / 1000).toFixed(1).padStart(6)} KB  ${file}`)
}
if (tooLarge.length > 0) process.exit(1)

/** @param {string} folder @param {RegExp} wanted */
function programs(folder, wanted) {
  return (existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : [])
    .filter((name) => wanted.test(name) && !/\.(?:test|d)\.m?ts$/.test(name))
    .map((name) => `${folder}/${name}`)
}

/** Every program of the server by its name in dist/server: main, workers, and commands/<name>. */
function serverEntries() {
  const files = [
    'server/main.ts',
    ...programs('server/db', /-worker\.m?[jt]s$/),
    ...programs('server/commands', /\.ts$/),
  ]
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/^server\/(?:db\/)?/, '').replace(/\.m?[jt]s$/, ''),
      path.join(root, file),
    ]),
  )
}
