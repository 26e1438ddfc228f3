import { Inbox } from 'lucide-react'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import type { ChainSummary } from '#src/wire/chain-payments.ts'
import { LineTable, Usd, type ShownLine } from './LineTable.tsx'
import { ProvenOnChain } from './ProvenOnChain.tsx'
import { whereItWent } from './settlement-lines.ts'
import type { DatedFigures } from './settlement-query.ts'
import { termsNote } from './settlement-text.ts'
import { TokenTable } from './TokenTable.tsx'

/** What came in, where it went, and what else to know. */
export function SettlementTables(props: {
  projectId: string
  result: DatedFigures
  /** What the chains say of the same purchases, where one is connected. */
  proofs?: ChainSummary | undefined
  isMasked: boolean
}) {
  const { projectId, proofs, isMasked } = props
  const { figures, resolvedQuery } = props.result
  const lines = whereItWent(figures).map((line, index, { length }) => ({
    ...line,
    figure: <Usd amount={line.usd} isMasked={isMasked} />,
    isFinal: index === length - 1,
  }))
  const memo: ShownLine[] = [
    {
      name: 'Refunded later',
      note: { count: figures.refunded_purchases, one: 'purchase', many: 'purchases' },
      figure: <Usd amount={figures.refunded_usd} isMasked={isMasked} />,
      rows: { is: 'purchases', status: 'refunded' },
    },
    {
      name: 'Bonuses given',
      note: { count: figures.bonuses, one: 'bonus', many: 'bonuses' },
      figure: <TokenAmount amount={figures.bonus_tokens} unit={projectId} isMasked={isMasked} />,
    },
  ]
  const shared = { projectId, isMasked, range: resolvedQuery.range }
  return (
    <>
      <Panel title="Completed purchases">
        {figures.purchases === 0 ? (
          <EmptyState icon={Inbox} title="No completed purchases in this period." />
        ) : (
          <TokenTable {...shared} figures={figures} />
        )}
        {figures.purchases > 0 && proofs && <ProvenOnChain {...shared} summary={proofs} />}
      </Panel>
      <Panel title="Where it went" end={<span>{termsNote(props.result)}</span>}>
        <LineTable {...shared} name="Where it went" lines={lines} />
      </Panel>
      <Panel title="For information" end={<span>Not part of the sum</span>}>
        <LineTable {...shared} name="For information" lines={memo} />
      </Panel>
    </>
  )
}
