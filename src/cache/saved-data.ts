import { hashKey, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Call, CallResponse } from '#src/wire/call.ts'
import { readEntry } from './persister.ts'
import { peekEntries, storedKeys } from './query-cache-store.ts'

/** The responses of one call to read from disk: the last used ones. */
const MAX_READ = 30

/**
 * The responses of a call that this device holds, in memory and on disk, and when each was fetched,
 * in epoch ms. A list counts by its pages.
 */
export async function savedData<C extends Call>(
  client: QueryClient,
  call: C,
): Promise<{ data: CallResponse<C>; at: number }[]> {
  const { response, path } = call
  if (response === null || typeof response === 'string') return []
  const inMemory = client
    .getQueryCache()
    .findAll({ queryKey: [path] })
    .filter(({ state }) => state.data !== undefined)
  const hashes = new Set(inMemory.map(({ queryHash }) => queryHash))
  const onDisk = storedKeys()
    .filter(([first]) => first === path)
    .map((key) => hashKey(key))
    .filter((hash) => !hashes.has(hash))
    .slice(0, MAX_READ)
  // The schema of a call is one of zod/mini: nothing else defines calls.
  const schema = response as z.ZodMiniType
  const entries = (await peekEntries(onDisk)).flatMap(
    (value) => readEntry(value, schema, Date.now()) ?? [],
  )
  const held = [
    ...inMemory.map(({ state }) => ({ data: state.data, at: state.dataUpdatedAt })),
    ...entries,
  ]
  const isResponse = (page: unknown): page is CallResponse<C> => z.safeParse(schema, page).success
  return held.flatMap(({ data, at }) =>
    pagesOf(data)
      // Other queries under the same path hold a part of the response.
      .filter(isResponse)
      .map((page) => ({ data: page, at })),
  )
}

function pagesOf(data: unknown): unknown[] {
  const hasPages = typeof data === 'object' && data !== null && 'pages' in data
  return hasPages && Array.isArray(data.pages) ? data.pages : [data]
}
