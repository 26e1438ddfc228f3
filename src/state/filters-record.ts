import { readStored, removeStored, STORAGE_KEYS, writeStored } from './storage.ts'

/**
 * What the device keeps of the filters. Apart from filters.ts, so that Login, which filters nothing,
 * can forget them without loading what they mean.
 */
export function keptFilters(): Record<string, unknown> {
  const stored = readStored(STORAGE_KEYS.filters)
  // An object from JSON has text keys; every value is checked before it is used.
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
}

export function keepFilters(values: object): void {
  writeStored(STORAGE_KEYS.filters, values)
}

/** What one person filtered by is no other's business; privacy mode stays, also for who looks next. */
export function forgetFilters(): void {
  if (keptFilters()['privacy'] === true) keepFilters({ privacy: true })
  else removeStored(STORAGE_KEYS.filters)
}
