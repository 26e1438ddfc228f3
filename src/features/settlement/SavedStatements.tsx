import { useQuery } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { formatRecent } from '#src/domain/sale/record-formats.ts'
import { usePagedList } from '#src/records/list/use-paged-list.ts'
import type { Query } from '#src/session/address.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Statement } from '#src/wire/settlement.ts'
import { DifferenceDialog } from './DifferenceDialog.tsx'
import { describeDifference } from './settlement-difference.ts'
import type { SettlementResult } from './settlement-query.ts'
import { isOfPeriod, statementName, statementSource, statementsOfPeriod } from './statement-list.ts'
import { StatementsPanel } from './StatementsPanel.tsx'
import { StatementTools } from './StatementTools.tsx'

const ALL: Query = {}
const NO_RANGE = { start: 0, end: 0 }

/** The saved statements of a project: the newest of the period on screen first. */
export function SavedStatements(props: {
  projectId: string
  /** The period has fixed instants, so its statements can be requested. */
  isCustom: boolean
  result: SettlementResult | undefined
  isMasked: boolean
  onPrint: (statement: Statement) => void
}) {
  const { projectId, result, isMasked, onPrint } = props
  const list = usePagedList(statementSource, ALL, [projectId])
  const range = result?.resolvedQuery.range
  const { data } = useQuery({
    ...statementsOfPeriod(projectId, range ?? NO_RANGE),
    enabled: range !== undefined && props.isCustom,
  })
  const found = range === undefined ? [] : list.rows.filter((one) => isOfPeriod(one, range))
  const [newest] = (props.isCustom ? data?.results : undefined) ?? found
  return (
    <>
      {result && newest && (
        <StatementNotice statement={newest} result={result} isMasked={isMasked} onPrint={onPrint} />
      )}
      <StatementsPanel
        list={list}
        statements={list.rows.filter(({ id }) => id !== newest?.id)}
        isMasked={isMasked}
        onPrint={onPrint}
      />
    </>
  )
}

const Frame = styled('div')`
  margin-bottom: 16px;
`

/** That the period on screen has a saved statement, and what has changed since. */
function StatementNotice(props: {
  /** The newest of the period on screen. */
  statement: Statement
  result: SettlementResult
  isMasked: boolean
  onPrint: (statement: Statement) => void
}) {
  const { statement, result, isMasked } = props
  const [isOpen, setOpen] = useState(false)
  // Older figures would show the difference the wrong way round.
  const isComparable = result.computedAt >= Date.parse(statement.created_at)
  const at = formatRecent(statement.created_at, new Date(result.computedAt))
  return (
    <Frame className="screen-only">
      <Notice
        icon={FileCheck}
        tone="info"
        action={
          <StatementTools
            statement={statement}
            isMasked={isMasked}
            onPrint={props.onPrint}
            onCompare={() => setOpen(true)}
          />
        }
      >
        <b>
          {statementName(statement)} of this period was saved on {at}.
        </b>{' '}
        {isComparable && describeDifference(statement.figures, result.figures, isMasked)}
      </Notice>
      {isOpen && (
        <DifferenceDialog
          statement={statement}
          isMasked={isMasked}
          onClose={() => setOpen(false)}
        />
      )}
    </Frame>
  )
}
