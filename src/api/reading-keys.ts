import { queryOptions } from '@tanstack/react-query'
import { apiAddress } from '#src/session/address.ts'
import { readingKeyCalls } from '#src/wire/reading-keys.ts'
import { queryOf } from './http.ts'

const { listReadingKeys } = readingKeyCalls

/** How often a visible page reads when the keys were used. */
const POLL_MS = 10_000

/** The keys that work, oldest first. */
export const readingKeysQuery = queryOptions({
  ...queryOf(listReadingKeys, {}),
  refetchInterval: POLL_MS,
  meta: { keep: listReadingKeys.response, isPolled: true },
})

/** Where the API is that programs read from: "https://sale.example". */
export function apiOrigin(): string {
  return new URL(apiAddress('/'), globalThis.location.origin).origin
}
