import { readStored, STORAGE_KEYS } from '#src/state/storage.ts'
import { ChunkLoader } from './chunk-loader.ts'
import { preloadRecord } from './early-record.ts'
import { addDefaultPolicy, chunkPolicy } from './trusted-types.ts'

// The first script of a built page: it loads the app's chunks, which are classic scripts
// (scripts/build/classic-scripts.mjs). The development server has modules and no Content-Security-Policy, and
// doesn't use it.

/**
 * Set by the build: the chunks of the build, each with the places of those that it needs, the entry,
 * and the chunks of Home's first figures.
 */
declare const __CHUNKS__: { list: string; entry: string; home: string }

addDefaultPolicy()
preloadRecord()

const rows = __CHUNKS__.list.split('|').map((row) => row.split(' '))
const files = rows.map(([file = '']) => file)
const closures = new Map(
  rows.map(([file = '', ...places]) => [file, places.map((place) => files[Number(place)] ?? '')]),
)
const urlOf = chunkPolicy(files)

const loader = new ChunkLoader(
  (file) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = urlOf(file)
      script.addEventListener('load', () => {
        script.remove()
        resolve()
      })
      script.addEventListener('error', () => {
        script.remove()
        reject(new TypeError(`${file} did not load`))
      })
      document.head.append(script)
    }),
  closures,
)
Object.assign(globalThis, { chunks: loader })

// False when signed in, see src/state/session-record.ts.
const isHome = location.pathname === '/' && readStored(STORAGE_KEYS.signedOut) === false
if (isHome) for (const file of __CHUNKS__.home.split(' ')) loader.preload(file)
void loader.import(__CHUNKS__.entry)
