import { readStored, STORAGE_KEYS } from '#src/state/storage.ts'
import { ChunkLoader } from './chunk-loader.ts'
import { preloadRecord } from './early-record.ts'
import { addDefaultPolicy, chunkPolicy } from './trusted-types.ts'

// The first script of a built page: it runs before the page has content, and loads the app's chunks, which
// are classic scripts (scripts/build/classic-scripts.mjs). The development server has modules and no
// Content-Security-Policy, and doesn't use it.

/**
 * Set by the build: the chunks of the build, each with the places of those that it needs, the entry,
 * and the chunks of Home's first figures.
 */
declare const __CHUNKS__: { list: string; entry: string; home: string }

/** What the page shows before React, see src/app/frame/start.css. */
function showAtStart(what: 'session' | 'signed-out' | 'failed'): void {
  document.documentElement.dataset['start'] = what
}

const PAINT_LIMIT_MS = 1000

// False when signed in, see src/state/session-record.ts.
const isSignedIn = readStored(STORAGE_KEYS.signedOut) === false
showAtStart(isSignedIn ? 'session' : 'signed-out')
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

loader.preload(__CHUNKS__.entry)
if (isSignedIn && location.pathname === '/')
  for (const file of __CHUNKS__.home.split(' ')) loader.preload(file)

const parsed = () =>
  new Promise<unknown>((resolve) => document.addEventListener('DOMContentLoaded', resolve))

/** Resolves once a frame is painted, or there is none, as in a tab that goes to the background. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, PAINT_LIMIT_MS)
  })

async function start(): Promise<void> {
  await parsed()
  // The app's first task takes longer than a frame.
  if (isSignedIn && !document.hidden) await painted()
  await loader.import(__CHUNKS__.entry)
}

void start().catch((error: unknown) => {
  showAtStart('failed')
  throw error
})
