import { useQuery } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { formatRecent } from '#src/domain/sale/record-formats.ts'
import { usePagedList } from '#src/records/list/use-paged-list.ts'
import type { Query } from '#src/session/address.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Statement } from '#src/wire/settlement.ts'
import { DifferenceDialog } from './DifferenceDialog.tsx'
import { describeDifference } from './settlement-difference.ts'
import type { SettlementResult } from './settlement-query.ts'
import { isOfPeriod, statementSource, statementsOfPeriod } from './statement-list.ts'
import { StatementsPanel } from './StatementsPanel.tsx'

const ALL: Query = {}
const NO_RANGE = { start: 0, end: 0 }

const isFilled = (list: readonly Statement[]): list is readonly [Statement, ...Statement[]] =>
  list.length > 0

/** The saved statements of a project: those of the period on screen first. */
export function SavedStatements(props: {
  projectId: string
  /** The period has fixed instants, so its statements can be requested. */
  isCustom: boolean
  result: SettlementResult | undefined
  isMasked: boolean
}) {
  const { projectId, result, isMasked } = props
  const list = usePagedList(statementSource, ALL, [projectId])
  const range = result?.resolvedQuery.range
  const { data } = useQuery({
    ...statementsOfPeriod(projectId, range ?? NO_RANGE),
    enabled: range !== undefined && props.isCustom,
  })
  const found = range === undefined ? [] : list.rows.filter((one) => isOfPeriod(one, range))
  const ofPeriod = (props.isCustom ? data?.results : undefined) ?? found
  const others = list.rows.filter((one) => range === undefined || !isOfPeriod(one, range))
  return (
    <>
      {result && isFilled(ofPeriod) && (
        <StatementNotice statements={ofPeriod} result={result} isMasked={isMasked} />
      )}
      <StatementsPanel list={list} statements={others} isMasked={isMasked} />
    </>
  )
}

const Frame = styled('div')`
  margin-bottom: 16px;
`

/** That the period on screen has a saved statement, and what has changed since the newest one. */
function StatementNotice(props: {
  /** Of the period on screen, newest first. */
  statements: readonly [Statement, ...Statement[]]
  result: SettlementResult
  isMasked: boolean
}) {
  const { statements, result, isMasked } = props
  const [isOpen, setOpen] = useState(false)
  const [newest] = statements
  // Older figures would show the difference the wrong way round.
  const isComparable = result.computedAt >= Date.parse(newest.created_at)
  const at = formatRecent(newest.created_at, new Date(result.computedAt))
  return (
    <Frame className="screen-only">
      <Notice
        icon={FileCheck}
        tone="info"
        action={
          <Button size="sm" onClick={() => setOpen(true)}>
            Show the difference
          </Button>
        }
      >
        <b>A statement of this period was saved on {at}.</b>{' '}
        {isComparable && describeDifference(newest.figures, result.figures, isMasked)}
      </Notice>
      {isOpen && (
        <DifferenceDialog
          statements={statements}
          isMasked={isMasked}
          onClose={() => setOpen(false)}
        />
      )}
    </Frame>
  )
}
