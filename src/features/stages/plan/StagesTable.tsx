import { useId, useRef } from 'react'
import { pluralizeCount } from '#src/domain/money/money.ts'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { useIsCards } from '#src/records/list/in-cards.ts'
import { RowSkeleton } from '#src/records/list/record-skeletons.tsx'
import { Table } from '#src/records/list/Table.tsx'
import { useOpenedRows } from '#src/records/list/use-opened-rows.ts'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { CARDS_BELOW, STAGE_COLUMNS } from './stage-columns.ts'
import { StageCard } from './StageCard.tsx'
import { StageRow } from './StageRow.tsx'

/** The plan with what was sold, in the order of the sale; on phones the current stage is the first. */
export function StagesTable({ view }: { view: StageView | undefined }) {
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useIsCards(frame, CARDS_BELOW)
  const [opened, toggle] = useOpenedRows()
  const listId = useId()
  const stages = view?.summary.stages ?? []
  const count = pluralizeCount(stages.length, 'stage')
  return (
    <Panel
      title="Stages"
      end={
        view && (
          <span>
            {isCards ? (
              count
            ) : (
              <>
                In the order of the sale. Amounts in <bdi>{view.projectId}</bdi>.
              </>
            )}
          </span>
        )
      }
    >
      <div ref={frame}>
        {isCards ? (
          <ul aria-label="Stages" aria-busy={view === undefined}>
            {view &&
              currentFirst(view).map((stage) => (
                <StageCard key={stage.id} view={view} stage={stage} />
              ))}
          </ul>
        ) : (
          <Table label="Stages" columns={STAGE_COLUMNS} isBare isBusy={view === undefined}>
            {view
              ? stages.map((stage) => (
                  <StageRow
                    key={stage.id}
                    view={view}
                    stage={stage}
                    isOpen={opened.has(stage.id)}
                    detailsId={`${listId}${stage.id}`}
                    onToggle={toggle}
                  />
                ))
              : PLACEHOLDERS.map((key) => <RowSkeleton key={key} columns={STAGE_COLUMNS} />)}
          </Table>
        )}
      </div>
    </Panel>
  )
}

const PLACEHOLDERS = [1, 2, 3, 4]

function currentFirst({ summary }: StageView) {
  const { stages, current } = summary
  return stages.toSorted((a, b) => Number(b.id === current) - Number(a.id === current))
}
