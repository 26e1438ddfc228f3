import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { send } from '#src/api/http.ts'
import { rowCollector } from '#src/records/list/use-paged-list.ts'
import { noteCalls, type Note, type NotePage, type NoteRecord } from '#src/wire/notes.ts'
import { PAGE_SIZE } from '#src/wire/paging.ts'

const { listNotes } = noteCalls
const NO_PAGES: readonly NotePage[] = []

const keyOf = ({ kind, project_id, id }: NoteRecord) =>
  [listNotes.path, { kind, project_id, id, limit: PAGE_SIZE }] as const

/** Further pages are not refetched in the background: there may be many of them. */
const isShort = ({ state: { data } }: { state: { data: InfiniteData<unknown> | undefined } }) =>
  (data?.pages.length ?? 0) <= 1

/** The notes on a record, newest first, as far as they are loaded. */
export function useNotes(record: NoteRecord) {
  const query = useInfiniteQuery({
    queryKey: keyOf(record),
    queryFn: ({ pageParam: page, signal }) =>
      send(listNotes, { params: record, query: { page, limit: PAGE_SIZE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ results, page }) => (results.length < PAGE_SIZE ? undefined : page + 1),
    staleTime: 0,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    meta: { keep: listNotes.response },
  })
  const [collect] = useState(() => rowCollector<Note>(({ id }) => id))
  const pages = query.data?.pages ?? NO_PAGES
  const notes = useMemo(() => collect(pages), [collect, pages])
  return { notes, total: pages[0]?.total ?? 0, query }
}

/** Shows a note that was added or changed at once, before the notes are fetched again. */
export function useShowNote(record: NoteRecord): (note: Note) => void {
  const client = useQueryClient()
  const { kind, project_id, id } = record
  return useCallback(
    (note) =>
      void client.setQueryData<InfiniteData<NotePage>>(
        keyOf({ kind, project_id, id }),
        (data) => data && { ...data, pages: withNote(data.pages, note) },
      ),
    [client, kind, project_id, id],
  )
}

function withNote(pages: readonly NotePage[], note: Note): NotePage[] {
  const isKnown = pages.some(({ results }) => results.some(({ id }) => id === note.id))
  return pages.map((page, at) => {
    if (isKnown)
      return { ...page, results: page.results.map((one) => (one.id === note.id ? note : one)) }
    if (at > 0) return page
    return { ...page, results: [note, ...page.results], total: page.total + 1 }
  })
}
