import { proxy } from 'valtio'
import type { Change } from '#src/wire/live.ts'
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'

/** Whether the browser asks pages to save data. */
function savesData(): boolean {
  // Not in the types of the DOM, as only some browsers have it.
  const device = globalThis.navigator as { connection?: { saveData?: boolean } } | undefined
  return device?.connection?.saveData === true
}

function isOnAtFirst(): boolean {
  const kept = readStored(STORAGE_KEYS.live)
  return typeof kept === 'boolean' ? kept : !savesData()
}

/**
 * The switch "Live", kept per device, what has become of the stream of changes, and how many parts of
 * this page are renewed by it.
 */
export const live = proxy<{ isOn: boolean; stream: 'none' | 'open' | 'lost'; watchers: number }>({
  isOn: isOnAtFirst(),
  stream: 'none',
  watchers: 0,
})

export function setLive(isOn: boolean): void {
  live.isOn = isOn
  writeStored(STORAGE_KEYS.live, isOn)
}

/** Null after a gap in the stream: anything may have changed. */
type Listener = (change: Change | null) => void
const listeners = new Set<Listener>()

/** Calls the listener for each change. @returns a function that stops it */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function announceChange(change: Change | null): void {
  for (const listener of listeners) listener(change)
}
