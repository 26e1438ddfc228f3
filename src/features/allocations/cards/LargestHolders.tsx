import { groupDecimal } from '#src/domain/money/money.ts'
import { figureFormat, mask } from '#src/domain/text/mask.ts'
import { Card } from '#src/ui/Card.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'
import { holderRows, type HolderRow } from './allocation-parts.ts'
import { WithShare } from './WithShare.tsx'

const Rows = styled('ul')`
  margin-top: 8px;
`
const Row = styled('li')`
  display: flex;
  flex-wrap: wrap;
  align-content: center;
  align-items: baseline;
  justify-content: space-between;
  gap: 8px;
  min-height: 46px;
  padding: 4px 0;
  font-variant-numeric: tabular-nums;
  ${MOBILE} {
    min-height: 56px;
  }
`
const Bar = styled('i')`
  flex: none;
  height: 6px;
  min-width: 4px;
  border-radius: var(--r-bar);
  forced-color-adjust: none;
  ${MOBILE} {
    height: 8px;
  }
`
/** The bar's own line. */
const Track = styled('span')`
  flex: 0 0 100%;
  display: flex;
`

const PLACEHOLDERS = ['10', '100', 'others']

/** How concentrated what a project owes is. */
export function LargestHolders(props: {
  summary: AllocationSummary | undefined
  colour: string
  isMasked: boolean
}) {
  const { summary, isMasked } = props
  const format = figureFormat(isMasked)
  return (
    <Card
      title="Largest holders"
      subtitle="Share of the tokens owed"
      isBusy={summary === undefined}
    >
      <Rows>
        {summary
          ? holderRows(summary, isMasked).map((row) => (
              <Row key={`${row.name} ${row.name === 'others' ? '' : row.wallets}`}>
                <span>
                  <Name row={row} count={format.count} isMasked={isMasked} />
                </span>
                <WithShare share={format.share(Number(row.tokens), Number(summary.tokens))}>
                  <span {...(isMasked ? {} : { title: row.tokens })}>
                    <Figure text={isMasked ? mask('amount') : groupDecimal(row.whole)} isStrong />
                  </span>
                </WithShare>
                <Track>
                  <Bar
                    className="paint"
                    style={{
                      width: `${(100 * Number(row.tokens)) / Number(summary.tokens)}%`,
                      background: props.colour,
                    }}
                  />
                </Track>
              </Row>
            ))
          : PLACEHOLDERS.map((name) => (
              <Row key={name}>
                <Skeleton width="80%" />
              </Row>
            ))}
      </Rows>
    </Card>
  )
}

function Name(props: { row: HolderRow; count: (count: number) => string; isMasked: boolean }) {
  const { name, wallets } = props.row
  if (name === 'largest') return `${wallets} largest`
  return (
    <>
      <MaskableText text={props.count(wallets)} />{' '}
      {wallets === 1 && !props.isMasked ? 'other' : 'others'}
    </>
  )
}
