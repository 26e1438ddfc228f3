import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { describeError } from '#src/session/describe-error.ts'
import { useUser } from '#src/state/session.ts'
import { useSettled } from '#src/ui/use-settled.ts'
import { noteCalls, type NotePerson, type NoteRecord } from '#src/wire/notes.ts'

const PAUSE_MS = 200
const MAX_SHOWN = 6
const NOBODY: readonly NotePerson[] = []

/**
 * Who else may read a record and whose address has what is typed after an @: those that begin with it come first.
 * @param q null while nobody is being mentioned
 */
export function usePeople(record: NoteRecord, q: string | null) {
  const settled = useSettled(q ?? '', PAUSE_MS)
  // The first list is needed at once.
  const typed = q === null || q === '' ? '' : settled
  const query = useQuery({
    ...queryOf(noteCalls.listNotePeople, {
      params: record,
      query: typed === '' ? {} : { q: typed },
    }),
    enabled: q !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const ownId = useUser()?.id
  const part = (q ?? '').toLowerCase()
  const found = (q === null ? undefined : query.data) ?? NOBODY
  const people = found.filter(({ id, email }) => id !== ownId && isFound(email.toLowerCase(), part))
  const isCurrent = q === typed && !query.isPlaceholderData && query.data !== undefined
  return {
    people: people.slice(0, MAX_SHOWN),
    message: messageOf(query, isCurrent && people.length === 0),
  }
}

/** As the server finds them. */
const isFound = (email: string, part: string) =>
  email.startsWith(part) || email.slice(0, email.lastIndexOf('@')).includes(part)

function messageOf(
  query: { data: unknown; error: Error | null; fetchStatus: string },
  isNobody: boolean,
): string | undefined {
  if (isNobody) return 'Nobody else of this name can read the record.'
  if (query.data !== undefined) return undefined
  if (query.fetchStatus === 'paused') return 'You are offline, and the people were not loaded.'
  return query.error === null ? 'Loading people' : describeError(query.error)
}
