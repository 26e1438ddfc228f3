import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { watchChanges } from '#src/api/watch-changes.ts'
import { pluralize } from '#src/domain/pluralize.ts'
import { Button } from '#src/ui/Button.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Change } from '#src/wire/live.ts'
import { PAGE_SIZE } from '#src/wire/paging.ts'
import type { RecordDefinition } from './record-definition.ts'
import { showRow, type PagedList } from './use-paged-list.ts'

const HEAD_PX = 40

// Over the first rows, so that it moves none of them; it stays in sight while the list scrolls.
const Place = styled('div')`
  position: sticky;
  z-index: 10;
  top: calc(var(--topbar-h) - ${HEAD_PX}px);
  display: flex;
  justify-content: center;
  height: 0;
  pointer-events: none;
  & > div {
    height: fit-content;
    margin-top: ${HEAD_PX + 8}px;
    border-radius: var(--r-md);
    box-shadow: var(--e-2);
    pointer-events: auto;
  }
  ${MOBILE} {
    top: calc(var(--topbar-h) + var(--safe-t) - ${HEAD_PX}px);
  }
`

/**
 * Says how many records have been added to a list since it was loaded, and inserts them on request.
 * Changes of loaded records are shown at once.
 */
export function NewRows<Row extends object>(props: {
  record: RecordDefinition<Row>
  list: PagedList<Row>
  live: NonNullable<RecordDefinition<Row>['live']>
  /** Inserts the rows with `insert`. */
  onShow: (insert: () => void) => void
}) {
  const { record, list } = props
  const { kind, noun } = props.live
  const client = useQueryClient()
  const [found, setFound] = useState<readonly Row[]>([])
  const { idOf } = record.list
  const check = useEffectEvent(async (signal: AbortSignal) => {
    // The first page is on its way already.
    if (list.rows.length === 0 && list.isFetching) return
    const { results } = await list.fetchFirst(signal)
    if (signal.aborted) return
    const loaded = new Map(list.rows.map((row) => [idOf(row), row]))
    setFound(results.filter((row) => !loaded.has(idOf(row))))
    for (const row of results) {
      const before = loaded.get(idOf(row))
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(row))
        showRow(client, record.list, row)
    }
  })
  const concerns = useEffectEvent(
    ({ project_id, kinds }: Change) => list.projects.includes(project_id) && kinds.includes(kind),
  )
  useEffect(() => {
    const controller = new AbortController()
    const { stop } = watchChanges(
      (change) => concerns(change),
      () => check(controller.signal),
    )
    return () => {
      controller.abort()
      stop()
    }
  }, [])

  // Rows that arrived otherwise meanwhile, by a refresh, are no longer new.
  const loaded = new Set(list.rows.map(idOf))
  const rows = found.filter((row) => !loaded.has(idOf(row)))
  if (rows.length === 0) return null
  const isMore = rows.length === PAGE_SIZE
  const text = isMore ? `${PAGE_SIZE}+ new ${noun}s` : pluralize(rows.length, `new ${noun}`)
  return (
    <Place>
      <div role="status">
        <span className="sr">{text}</span>
        <Button
          size="sm"
          icon={ArrowUp}
          aria-label={`Show ${text}`}
          onClick={() => props.onShow(() => (isMore ? list.reload() : list.insert(rows)))}
        >
          {text}
        </Button>
      </div>
    </Place>
  )
}
