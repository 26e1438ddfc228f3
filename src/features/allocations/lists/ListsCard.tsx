import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { Table } from '#src/records/list/Table.tsx'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { LIST_PARAM } from '#src/records/record-hrefs.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { useWidth } from '#src/ui/use-width.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import { FileQuestions } from './FileQuestions.tsx'
import { CARDS_BELOW, LIST_COLUMNS } from './list-columns.ts'
import { useAllocationLists, useBuildEnds } from './list-queries.ts'
import { ListItemCard } from './ListItemCard.tsx'
import { ListRow } from './ListRow.tsx'
import { useListFiles } from './use-list-files.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

const Empty = styled('div')`
  border-top: 1px solid var(--line);
`
const Waiting = styled('div')`
  display: grid;
  align-items: center;
  height: 60px;
  padding: 0 20px;
  border-top: 1px solid var(--line);
`
const Foot = styled('div')`
  display: flex;
  justify-content: center;
  padding: 8px;
  border-top: 1px solid var(--line);
`

/** How many lists show at first. */
const FIRST_LISTS = 8

/** The frozen lists of a project, newest first, and what can be done with them. */
export function ListsCard(props: { projectId: string; isMasked: boolean }) {
  const { projectId, isMasked } = props
  const isMobile = useIsMobile()
  const query = useAllocationLists(projectId)
  useBuildEnds(query.data)
  return (
    <Panel
      title="Lists"
      end={
        <span>
          {isMobile
            ? 'Never changed or deleted'
            : 'A list is never changed or deleted. A withdrawn one stays and is marked.'}
        </span>
      }
    >
      <Loaded
        query={query}
        failed="The lists did not load"
        notCached="You are offline, and these lists are not saved on this device."
        placeholder={
          <Waiting role="status" aria-busy="true" aria-label="Loading the lists">
            <Skeleton width="40%" />
          </Waiting>
        }
      >
        {(lists) =>
          lists.length === 0 ? (
            <Empty>
              <EmptyState
                icon={ClipboardList}
                title="No lists yet"
                text="A list holds the exact tokens of every wallet at one time."
              />
            </Empty>
          ) : (
            <Lists key={projectId} lists={lists} isMasked={isMasked} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function Lists({ lists, isMasked }: { lists: readonly AllocationList[]; isMasked: boolean }) {
  const [measure, width] = useWidth()
  const isMobile = useIsMobile()
  const [params] = useUrlParams()
  const marked = params.get(LIST_PARAM)
  const files = useListFiles(isMasked)
  const [withdrawn, setWithdrawn] = useState<AllocationList | null>(null)
  const [isWhole, setWhole] = useState(false)
  const isMarkedLater = lists.findIndex(({ id }) => id === marked) >= FIRST_LISTS
  const shown = isWhole || isMarkedLater ? lists : lists.slice(0, FIRST_LISTS)
  const isCards = isMobile || (width > 0 && width < CARDS_BELOW)
  const Item = isCards ? ListItemCard : ListRow
  const items = shown.map((list) => (
    <Item
      key={list.id}
      list={list}
      files={files}
      isMasked={isMasked}
      isMarked={list.id === marked}
      width={width}
      onWithdraw={setWithdrawn}
    />
  ))
  return (
    <div ref={measure}>
      {isCards ? (
        <ul aria-label="Lists">{items}</ul>
      ) : (
        <Table label="Lists" columns={LIST_COLUMNS} isBare>
          {items}
        </Table>
      )}
      {shown.length < lists.length && (
        <Foot>
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            Show more
          </Button>
        </Foot>
      )}
      <FileQuestions files={files} />
      {withdrawn && <WithdrawDialog list={withdrawn} onClose={() => setWithdrawn(null)} />}
    </div>
  )
}
