import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { readingKeyCalls } from '#src/wire/reading-keys.ts'

const { listReadingKeys } = readingKeyCalls

/** How often a visible page reads when the keys were used. */
const POLL_MS = 10_000

/** The keys that work, oldest first. */
export const readingKeysQuery = queryOptions({
  ...queryOf(listReadingKeys, {}),
  refetchInterval: POLL_MS,
  meta: { keep: listReadingKeys.response, isPolled: true },
})
