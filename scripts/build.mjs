import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildStamp, hashSources, root } from './sources.mjs'

// Builds dist/client (the app) and dist/server (plain JavaScript for Node; packages stay in
// node_modules). The stamp is written last, so an interrupted build does not count as a build.

const client = path.join(root, 'dist', 'client')
const server = path.join(root, 'dist', 'server')

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt)$/

const sources = hashSources()
process.env['BUILD_ID'] = sources.slice(0, 12)
await rm(buildStamp, { force: true })

// The build tools have their own loggers, which all write warnings to stderr.
let hasWarned = false
process.stderr.write = new Proxy(process.stderr.write, {
  apply(write, stream, line) {
    hasWarned = true
    return Reflect.apply(write, stream, line)
  },
})

console.log('Building the app ...')
await build({ root, logLevel: 'warn', configFile: path.join(root, 'vite.config.ts') })

console.log('Building the server ...')
const built = await build({
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
      input: {
        main: 'server/main.ts',
        commands: 'server/commands/main.ts',
        'pglite-worker': 'server/db/engine/pglite-worker.mjs',
        'tree-worker': 'server/allocations/tree-worker.mjs',
      },
      output: {
        format: 'esm',
        entryFileNames: (chunk) => (chunk.name.endsWith('-worker') ? '[name].mjs' : '[name].js'),
        // One folder for all chunks, so that `new URL('./x', import.meta.url)` resolves the same in each.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})

await rename(path.join(client, '.vite', 'license.md'), path.join(root, 'dist', 'licenses.md'))
await rm(path.join(client, '.vite'), { recursive: true })
await precompress(client)
const chunks = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
const imports = new Set(
  chunks.flatMap((chunk) =>
    chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : [],
  ),
)
for (const { fileName } of chunks) imports.delete(fileName)
const stamp = { sources, hasWarned, imports: [...imports].toSorted() }
await writeFile(buildStamp, `${JSON.stringify(stamp)}\n`)

/**
 * Writes a `.br` and a `.gz` next to every text file under `dir`, so that the server need not compress.
 * Skips files under 1 KB, where the extra header costs as much as compression saves.
 * @param {string} dir
 */
async function precompress(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < 1024) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      await Promise.all([
        brotli(bytes, { params }).then((packed) => writeFile(`${file}.br`, packed)),
        zip(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
      ])
    }),
  )
}
