import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt)$/

/**
 * Writes a `.br` and a `.gz` next to every text file under `dir`, so that the server need not compress.
 * Skips files under 1 KB, where the extra header costs as much as compression saves.
 * @param {string} dir
 */
export async function precompress(dir) {
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
