import { proxy } from 'valtio'
import { healthCalls } from '#src/wire/health.ts'
import { apiAddress } from './address.ts'

/** How long the server may take to say that it is there. */
const PROBE_LIMIT_MS = 5000
/** Waits between probes while it is not; the last one goes on. */
const PROBE_WAITS_MS = [2000, 4000, 8000, 15_000, 30_000]

/** The browser's own flag; a runtime that has none is taken as online. */
function browserIsOnline(): boolean {
  return globalThis.navigator?.onLine ?? true
}

/**
 * Whether the server can be reached, which the browser alone can't tell: its own flag stays true
 * with the server stopped, behind a captive portal, and on a network that goes nowhere.
 */
export const connection = proxy<{ isOnline: boolean }>({
  isOnline: browserIsOnline(),
})

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let probing: Promise<boolean> | null = null

const listeners = new Set<() => void>()

/** Calls `listener` for each answer that shows that the server is there. */
export function onAnswer(listener: () => void): void {
  listeners.add(listener)
}

function setOnline(isOnline: boolean): void {
  connection.isOnline = isOnline
}

/** True for an answer that only the API can have given: JSON, and not a gateway's complaint. */
async function isServerThere(): Promise<boolean> {
  if (!browserIsOnline()) return false
  try {
    const response = await fetch(apiAddress(healthCalls.getHealth.path), {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(PROBE_LIMIT_MS),
    })
    const type = response.headers.get('content-type') ?? ''
    return response.status < 500 && type.includes('json')
  } catch {
    return false
  }
}

function probeLater(): void {
  clearTimeout(timer)
  const wait = PROBE_WAITS_MS[Math.min(failures, PROBE_WAITS_MS.length - 1)]
  failures += 1
  timer = setTimeout(() => {
    // A hidden tab asks nothing; coming back asks at once.
    if (globalThis.document?.visibilityState === 'hidden') probeLater()
    else void checkConnection()
  }, wait)
}

/** Asks the server whether it is there and sets the state by it. Answers what it found. */
export function checkConnection(): Promise<boolean> {
  probing ??= isServerThere()
    .then((isThere) => {
      if (isThere) noteAnswer()
      else {
        setOnline(false)
        probeLater()
      }
      return isThere
    })
    .finally(() => {
      probing = null
    })
  return probing
}

/** A call got an answer of the API. */
export function noteAnswer(): void {
  // An answer that was sent before the network went does not show that the server can be reached.
  if (!browserIsOnline()) return
  clearTimeout(timer)
  failures = 0
  if (!connection.isOnline) setOnline(true)
  for (const listener of listeners) listener()
}

/** A call got none, or one that the API doesn't give. One failed call alone proves nothing. */
export function noteSilence(): void {
  if (connection.isOnline) void checkConnection()
}

/** Follows the browser's own events from here on. */
export function watchConnection(): void {
  setOnline(navigator.onLine)
  if (!navigator.onLine) probeLater()
  globalThis.addEventListener('offline', () => {
    setOnline(false)
    probeLater()
  })
  globalThis.addEventListener('online', () => void checkConnection())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !connection.isOnline) void checkConnection()
  })
}
