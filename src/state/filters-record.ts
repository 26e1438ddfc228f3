import { readStored, removeStored, STORAGE_KEYS, writeStored } from './storage.ts'

/**
 * The stored filters, not validated. Not in filters.ts, so that Login can clear them without loading
 * it.
 */
export function keptFilters(): Record<string, unknown> {
  const stored = readStored(STORAGE_KEYS.filters)
  // The keys of a JSON object are strings; the caller validates each value.
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
}

export function keepFilters(values: object): void {
  writeStored(STORAGE_KEYS.filters, values)
}

/** Clears the filters of the user who logs out. Privacy mode stays on for the next user. */
export function forgetFilters(): void {
  if (keptFilters()['privacy'] === true) keepFilters({ privacy: true })
  else removeStored(STORAGE_KEYS.filters)
}
