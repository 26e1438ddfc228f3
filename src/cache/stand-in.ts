import { hashKey } from '@tanstack/react-query'
import type { QueryCache } from '@tanstack/react-query'
import { storedKeys, takeEntry } from './query-cache-store.ts'
import type { StandIn } from './query-meta.ts'

/** The maximum number of entries to read from disk to find the latest. */
const MAX_READ = 5

/**
 * The latest data of another query that this query can use: from memory, else from the device.
 * @param read the data and time of a stored entry; null if it is not sound
 */
export async function findStandIn(
  standIn: StandIn,
  read: (value: unknown) => { data: unknown; at: number } | null,
  cache: QueryCache,
) {
  const inMemory = cache
    .getAll()
    .filter(({ queryKey, state }) => state.data !== undefined && standIn.accepts(queryKey))
    .map(({ state }) => ({ data: state.data, at: state.dataUpdatedAt }))
  const onDisk = async () => {
    const keys = storedKeys().filter(standIn.accepts).slice(0, MAX_READ)
    const values = await Promise.all(keys.map((key) => takeEntry(hashKey(key))))
    return values.map(read).filter((one) => one !== null)
  }
  const found = inMemory.length > 0 ? inMemory : await onDisk()
  const [latest] = found.toSorted((a, b) => b.at - a.at)
  // Marked as doubtful, so that it is refetched at the first opportunity.
  return latest ? { data: standIn.adapt(latest.data), at: latest.at, isDoubtful: true } : null
}
