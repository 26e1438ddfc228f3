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

// A page in the back/forward cache is frozen, and what was loading then has failed.
let isAway = false
addEventListener('pagehide', ({ persisted }) => (isAway = persisted))
addEventListener('pageshow', () => (isAway = false))

/** Runs the script of a file. One that failed because the page was left is requested again on its return. */
function fetchScript(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = urlOf(file)
    script.addEventListener('load', () => {
      script.remove()
      resolve()
    })
    script.addEventListener('error', () => {
      script.remove()
      if (isAway) addEventListener('pageshow', () => resolve(fetchScript(file)), { once: true })
      else reject(new TypeError(`${file} did not load`))
    })
    document.head.append(script)
  })
}

const loader = new ChunkLoader(fetchScript, closures)
Object.assign(globalThis, { chunks: loader })

const isHome = isSignedIn && location.pathname === '/'
const first = [__CHUNKS__.entry, ...(isHome ? __CHUNKS__.home.split(' ') : [])]
const loadFirst = () => {
  for (const file of first) loader.preload(file)
}

/** Requests what `loadFirst` will, without compiling it, which takes longer than a frame. */
function requestFirst(): void {
  const needed = first.flatMap((file) => [file, ...(closures.get(file) ?? [])])
  for (const file of new Set(needed)) {
    const href = `/assets/${file}`
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href }),
    )
  }
}

const parsed = () =>
  new Promise<unknown>((resolve) => document.addEventListener('DOMContentLoaded', resolve))

/** Resolves once a frame is painted, or there is none, as in a tab that goes to the background. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, PAINT_LIMIT_MS)
  })

async function start(): Promise<void> {
  // Only the loader is worth a frame.
  const isPaintedFirst = isSignedIn && !document.hidden
  if (isPaintedFirst) requestFirst()
  else loadFirst()
  await parsed()
  if (isPaintedFirst) {
    await painted()
    loadFirst()
  }
  await loader.import(__CHUNKS__.entry)
}

void start().catch((error: unknown) => {
  showAtStart('failed')
  throw error
})
