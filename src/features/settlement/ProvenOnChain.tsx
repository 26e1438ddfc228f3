import { Link } from 'wouter'
import { proofStateText } from '#src/domain/sale/proof-text.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { PaymentsLink } from '#src/records/cells/PaymentsLink.tsx'
import { ProofShield } from '#src/records/cells/ProofMark.tsx'
import { css, MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import type { ChainSummary } from '#src/wire/chain-payments.ts'
import { PROOF_STATES, type ProofState } from '#src/wire/proofs.ts'
import { Count, Usd } from './LineTable.tsx'
import { useRowsHref } from './RowsLink.tsx'

const TWO_COLUMNS = '@media screen and (min-width: 851px) and (max-width: 1199px)'

const Root = styled('div')`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr)) auto;
  gap: 24px;
  align-items: center;
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  ${TWO_COLUMNS} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 12px 24px;
  }
  ${MOBILE} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 12px;
    padding: 12px 16px;
  }
  ${PRINT} {
    gap: 16px;
    padding: 8px 4px;
    border-bottom: 1px solid var(--line);
  }
`
const Item = styled('div')`
  position: relative;
  display: grid;
  gap: 2px;
  min-width: 0;
  font-variant-numeric: tabular-nums;
  & > .name {
    display: flex;
    align-items: center;
    gap: 6px;
    font: var(--t-small);
    color: var(--text-3);
  }
  & > .figures {
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & > .figures.bad > span {
    color: var(--negative);
  }
  & small {
    margin-left: 6px;
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    min-height: 44px;
  }
`
/** Over the whole item, whose figures stay outside of the link's name. */
const cover = css`
  position: absolute;
  inset: -6px -8px;
  border-radius: var(--r-sm);
  &:hover {
    box-shadow: inset 0 0 0 1px var(--line-hover);
  }
  ${PRINT} {
    display: none;
  }
`
const payments = css`
  font: var(--t-small);
  ${PRINT} {
    color: inherit;
  }
`

const nameOf = (state: ProofState) =>
  state === 'proven' ? 'Proven on chain' : proofStateText(state)

interface Shown {
  projectId: string
  range: TimeRange
  summary: ChainSummary
  isMasked: boolean
}

/** What the chains say of the completed purchases: four sums that add up to their total. */
export function ProvenOnChain(props: Shown) {
  const { projectId, summary, isMasked } = props
  return (
    <Root role="group" aria-label="Proven on chain">
      {PROOF_STATES.map((state) => (
        <State key={state} {...props} state={state} />
      ))}
      <PaymentsLink
        count={summary.open_payments}
        isMasked={isMasked}
        projectId={projectId}
        className={payments}
      />
    </Root>
  )
}

function State(props: Shown & { state: ProofState }) {
  const { projectId, range, summary, isMasked, state } = props
  const name = nameOf(state)
  const href = useRowsHref(projectId, range, {
    is: 'purchases',
    status: 'completed',
    values: { proof: [state] },
  })
  const usd = summary[`${state}_usd`]
  const isBad = state === 'differs' && summary.differs > 0
  return (
    <Item>
      <span className="name">
        <ProofShield state={state} />
        {name}
      </span>
      <span className={isBad ? 'figures bad' : 'figures'} {...(isMasked ? {} : { title: usd })}>
        <Usd amount={usd} isMasked={isMasked} />
        <small>
          <Count count={summary[state]} isMasked={isMasked} />
          <span className="sr"> purchases</span>
        </small>
      </span>
      <Link href={href} className={cover} aria-label={`Show the rows of ${name}`} />
    </Item>
  )
}
