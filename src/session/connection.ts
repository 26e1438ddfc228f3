import { proxy } from 'valtio'
import { healthCalls } from '#src/wire/health.ts'
import { apiAddress } from './address.ts'

/** The time limit of one probe. */
const PROBE_LIMIT_MS = 5000
/** Waits between probes of an unreachable server; the last one repeats. */
const PROBE_WAITS_MS = [2000, 4000, 8000, 15_000, 30_000]

/** The browser's own flag; a runtime without it counts as online. */
function browserIsOnline(): boolean {
  return globalThis.navigator?.onLine ?? true
}

/**
 * Whether the server can be reached. The browser's own flag is not enough: it stays true when the server
 * is stopped, behind a captive portal, and on a network without internet access.
 */
export const connection = proxy<{ isOnline: boolean }>({
  isOnline: browserIsOnline(),
})

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let probing: Promise<boolean> | null = null

const listeners = new Set<() => void>()

/** Calls `listener` for each response that proves that the server can be reached. */
export function onResponse(listener: () => void): void {
  listeners.add(listener)
}

let loss = new AbortController()

/** Aborts when the server can no longer be reached. A read that hangs then ends, and its connection is free. */
export const lossSignal = (): AbortSignal => loss.signal

function setOnline(isOnline: boolean): void {
  connection.isOnline = isOnline
  if (isOnline) return
  loss.abort()
  loss = new AbortController()
}

/** True for a response that only the API can have sent: JSON, and not a gateway error. */
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
    // A hidden tab sends no probes; it sends one when it becomes visible.
    if (globalThis.document?.visibilityState === 'hidden') probeLater()
    else void checkConnection()
  }, wait)
}

/** Probes the server and updates the state. Resolves to whether the server can be reached. */
export function checkConnection(): Promise<boolean> {
  probing ??= isServerThere()
    .then((isThere) => {
      if (isThere) noteResponse()
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

/** Records a response of the API. */
export function noteResponse(): void {
  // A response from before the network was lost does not prove that the server can be reached.
  if (!browserIsOnline()) return
  clearTimeout(timer)
  failures = 0
  if (!connection.isOnline) setOnline(true)
  for (const listener of listeners) listener()
}

/** Records a call without a response of the API. One failed call proves nothing, so a probe follows. */
export function noteSilence(): void {
  if (connection.isOnline) void checkConnection()
}

/** Starts to follow the browser's online and offline events. */
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
