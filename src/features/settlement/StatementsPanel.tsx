import { useState } from 'react'
import { formatToSecond } from '#src/domain/sale/record-formats.ts'
import type { PagedList } from '#src/records/list/use-paged-list.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Statement } from '#src/wire/settlement.ts'
import { DifferenceDialog } from './DifferenceDialog.tsx'
import { Usd } from './LineTable.tsx'
import { statementTitle } from './statement-list.ts'
import { StatementTools } from './StatementTools.tsx'

const End = styled('div')`
  display: flex;
  align-items: center;
  gap: 16px;
  font-variant-numeric: tabular-nums;
  ${MOBILE} {
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 8px 16px;
  }
`
const Foot = styled('div')`
  display: flex;
  justify-content: center;
  padding: 8px;
  border-top: 1px solid var(--line);
`

/** The saved statements of the project, newest first. */
export function StatementsPanel(props: {
  list: PagedList<Statement>
  /** Those that are loaded, without the one above the page's figures. */
  statements: readonly Statement[]
  isMasked: boolean
  onPrint: (statement: Statement) => void
}) {
  const { list, statements, isMasked } = props
  const [opened, setOpened] = useState<Statement | null>(null)
  if (statements.length === 0 && !list.hasMore) return null
  return (
    <div className="screen-only">
      <Panel title="Saved statements">
        {statements.map((statement) => (
          <PanelRow
            key={statement.id}
            title={statementTitle(statement)}
            isMain
            line={
              <>
                <small>Saved on {formatToSecond(statement.created_at)}</small>
                <small className="trunc" title={statement.created_by}>
                  by {statement.created_by}
                </small>
              </>
            }
          >
            <End>
              <span>
                <span className="t3">Remaining</span>{' '}
                <Usd amount={statement.figures.remaining_usd} isMasked={isMasked} />
              </span>
              <StatementTools
                statement={statement}
                isMasked={isMasked}
                onPrint={props.onPrint}
                onCompare={() => setOpened(statement)}
              />
            </End>
          </PanelRow>
        ))}
        {list.hasMore && (
          <Foot>
            <Button
              size="sm"
              variant="ghost"
              isBusy={list.isFetching}
              busyLabel="Loading"
              onClick={list.failure === null ? list.fetchMore : list.retry}
            >
              Show more
            </Button>
          </Foot>
        )}
      </Panel>
      {opened && (
        <DifferenceDialog statement={opened} isMasked={isMasked} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}
