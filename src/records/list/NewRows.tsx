import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { watchChanges } from '#src/api/watch-changes.ts'
import { pluralize } from '#src/domain/text/text.ts'
import type { RecordDefinition } from '#src/records/record-definition.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Change } from '#src/wire/live.ts'
import type { Page } from '#src/wire/paging.ts'
import { changesOf, type FirstPageChanges } from './first-page-changes.ts'
import { showRow, type PagedList, type PagedListSource } from './use-paged-list.ts'

const HEAD_PX = 40

// Over the first rows, so that it moves none of them; it stays in sight while the list scrolls.
const Place = styled('div')`
  position: sticky;
  z-index: 10;
  top: calc(var(--bar-h) - ${HEAD_PX}px);
  display: flex;
  justify-content: center;
  height: 0;
  pointer-events: none;
  & > div {
    height: fit-content;
    margin-top: ${HEAD_PX + 8}px;
    border-radius: var(--r-full);
    box-shadow: var(--e-2);
    pointer-events: auto;
  }
  & button {
    border-radius: var(--r-full);
  }
`

/** The change on request: rows that are put before the others, or a list that starts over. */
export type Showing = { added: number; merge: () => void } | { reload: () => void }

interface Found<Row> extends FirstPageChanges<Row> {
  first: Page<Row>
}

/**
 * Says how many records have been added to a list since it was loaded, or that records have left it, and
 * shows that on request. Changes of loaded records are shown at once.
 */
export function NewRows<Row extends object>(props: {
  source: PagedListSource<Row>
  list: PagedList<Row>
  live: NonNullable<RecordDefinition<Row>['live']>
  onShow: (showing: Showing) => void
}) {
  const { source, list } = props
  const { noun } = props.live
  const ownKinds: readonly string[] = props.live.kinds
  const client = useQueryClient()
  const [found, setFound] = useState<Found<Row> | null>(null)
  const { idOf } = source
  const check = useEffectEvent(async (signal: AbortSignal) => {
    // The first page is on its way already.
    if (list.isStarting) return
    const first = await list.fetchFirst(signal)
    if (signal.aborted) return
    const changes = changesOf(first.results, list.rows, idOf, list.hasMore)
    for (const row of changes.changed) showRow(client, source, row)
    // Nothing is read, so nothing can move; after a failure, this is the first answer.
    if (list.rows.length === 0 && changes.added.length > 0) list.reload()
    else setFound({ ...changes, first })
  })
  const concerns = useEffectEvent(
    ({ project_id, kinds }: Change) =>
      list.projects.includes(project_id) && kinds.some((kind) => ownKinds.includes(kind)),
  )
  // Rows of an earlier visit are as old as they are.
  const ageAtFirst = useEffectEvent(() => (list.updatedAt === 0 ? 0 : Date.now() - list.updatedAt))
  useEffect(() => {
    const controller = new AbortController()
    const { stop } = watchChanges(
      (change) => concerns(change),
      () => check(controller.signal),
      ageAtFirst(),
    )
    return () => {
      controller.abort()
      stop()
    }
  }, [])

  if (found === null) return null
  // What a refresh has shown meanwhile is no longer new.
  const loaded = new Set(list.rows.map(idOf))
  const added = found.added.filter((row) => !loaded.has(idOf(row))).length
  const left = new Set(found.left.map(idOf).filter((id) => loaded.has(id)))
  if (added === 0 && left.size === 0) return null
  const more = found.isBeyond ? `${added}+ new ${noun}s` : pluralize(added, `new ${noun}`)
  const text = added === 0 ? 'The list has changed' : more
  // A row that has left a list of several pages moves the start of the next one.
  const startsOver = found.isBeyond || (left.size > 0 && list.hasSeveralPages)
  return (
    <Place>
      <div role="status">
        <span className="sr">{text}</span>
        <Button
          size="sm"
          icon={ArrowUp}
          aria-label={added === 0 ? 'Update the list' : `Show ${text}`}
          onClick={() =>
            props.onShow(
              startsOver
                ? { reload: list.reload }
                : { added: added - left.size, merge: () => list.merge(found.first, left) },
            )
          }
        >
          {text}
        </Button>
      </div>
    </Place>
  )
}
