import { rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { isBuildCurrent } from '#scripts/sources.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** @type {Promise<string> | undefined} */
let copied

/**
 * The folder of the server's programs: main.js, commands.js and the workers. They are copied from
 * the build, without the app, where it is current, as in `npm test`; otherwise they are bundled.
 * @returns {Promise<string>}
 */
export function serverPrograms() {
  const name = `saleroom-server-${process.pid}`
  copied ??= isBuildCurrent()
    ? copyBuild(name)
    : bundle(name, {
        main: 'server/main.ts',
        commands: 'server/commands/main.ts',
        'pglite-worker': 'server/db/engine/pglite-worker.mjs',
        'tree-worker': 'server/allocations/tree-worker.mjs',
      })
  return copied
}

/** @param {string} name of the folder in node_modules/.cache */
const folderOf = (name) => {
  const folder = path.join(root, 'node_modules', '.cache', name)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** @param {string} name */
async function copyBuild(name) {
  const folder = folderOf(name)
  await cp(path.join(root, 'dist', 'server'), folder, { recursive: true })
  return folder
}

/**
 * Bundles TypeScript programs for Node; packages stay external. The folder is deleted when this
 * process ends.
 * @param {string} name of the folder in node_modules/.cache
 * @param {Record<string, string>} programs file names without extension, by source file
 * @returns {Promise<string>} the folder
 */
export async function bundle(name, programs) {
  const folder = folderOf(name)
  await build({
    root,
    logLevel: 'error',
    configFile: false,
    define: { __BUILD_ID__: '"test"' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(programs).map(([program, file]) => [program, path.join(root, file)]),
        ),
        output: {
          format: 'esm',
          entryFileNames: (chunk) => (chunk.name.endsWith('-worker') ? '[name].mjs' : '[name].js'),
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  })
  return folder
}
