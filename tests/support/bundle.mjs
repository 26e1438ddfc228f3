import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Bundles TypeScript programs for Node; packages stay external. The folder is deleted when this
 * process ends.
 * @param {string} name of the folder in node_modules/.cache
 * @param {Record<string, string>} programs file names without extension, by source file
 * @returns {Promise<string>} the folder
 */
export async function bundle(name, programs) {
  const folder = path.join(root, 'node_modules', '.cache', name)
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
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
