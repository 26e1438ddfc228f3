import { useQuery } from '@tanstack/react-query'
import type { Query } from '#src/api/address.ts'
import { usePagedList } from '#src/records/use-paged-list.ts'
import type { Statement } from '#src/wire/settlement.ts'
import type { SettlementResult } from './settlement-query.ts'
import { isOfPeriod, statementSource, statementsOfPeriod } from './statement-list.ts'
import { StatementNotice } from './StatementNotice.tsx'
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
