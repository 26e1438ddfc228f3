import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useAdministration } from '#src/api/features.ts'
import { formatCount } from '#src/domain/money/money.ts'
import {
  confirmationsFact,
  isOtherPayer,
  lacksChain,
  paidText,
  proofReasonText,
  proofSentence,
  proofStateText,
} from '#src/domain/sale/proof-text.ts'
import { formatToSecond } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { shieldOf } from '#src/records/cells/ProofMark.tsx'
import { projectHref } from '#src/records/page-hrefs.ts'
import { Fact } from '#src/records/page/Facts.tsx'
import { serverNow } from '#src/state/clock.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { Badge, type BadgeTone } from '#src/ui/text/Badge.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Proof } from '#src/wire/proofs.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import { ProofTable } from './ProofTable.tsx'

const Body = styled('div')`
  container: proof / inline-size;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  padding: 0 20px 20px;
  & > p {
    color: var(--text-2);
    overflow-wrap: anywhere;
  }
  & > p > b {
    font-weight: 500;
    color: var(--text-1);
  }
  & > p > a {
    color: var(--accent);
  }
  & > p > a:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  & > dl {
    margin-block: -8px;
  }
  ${MOBILE} {
    padding: 0 16px 16px;
    & > p > a {
      display: inline-block;
      padding: 12px 0;
      margin: -12px 0;
    }
  }
`
const End = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-block: -6px;
`
const FactGrid = styled('dl')`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 12px 24px;
  font-variant-numeric: tabular-nums;
  && {
    margin: 0;
  }
  @container proof (width < 640px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: 16px;
  }
`
const ExplorerButton = styled('a')`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  justify-self: start;
  gap: 6px;
  height: var(--h-sm);
  padding: 0 8px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-sm);
  background: var(--surface-2);
  color: var(--text-1);
  font: var(--t-small);
  font-weight: 500;
  white-space: nowrap;
  &:hover {
    background: var(--surface-3);
    border-color: var(--line-hover);
  }
  ${MOBILE} {
    justify-self: stretch;
    height: 44px;
    border-radius: var(--r-md);
    font: var(--t-label);
  }
`

const TONES = new Map<string, BadgeTone>([
  ['differs', 'negative'],
  ['not_checkable', 'line'],
])

/** What the chain says of a purchase, and when it was last compared. Nothing without a connected chain. */
export function ProofPanel(props: { details: TransactionDetails; isMasked: boolean }) {
  const { details, isMasked } = props
  const { transaction } = details
  const { proof } = transaction
  const isMobile = useIsMobile()
  const administers = useAdministration()
  if (proof == null) return null
  const { state } = proof
  const isDifferent = state === 'differs'
  const reason = isDifferent ? proofReasonText(proof) : null
  const text = proofSentence(transaction, proof, { now: new Date(serverNow()), isMasked })
  const explorer = <Explorer proof={proof} />
  return (
    <Panel
      title="Proof"
      end={
        <End>
          <Badge tone={TONES.get(state)} icon={shieldOf(state)}>
            {proofStateText(state)}
          </Badge>
          {isDifferent && !isMobile && explorer}
        </End>
      }
    >
      <Body>
        {(reason !== null || text !== '') && (
          <p>
            {reason !== null && <b>{reason}.</b>} <MaskedSentence text={text} />
            {lacksChain(transaction, proof) && administers && (
              <>
                {' '}
                Connect one under{' '}
                <Link href={projectHref('/connections', transaction.project_id)}>Connections</Link>.
              </>
            )}
          </p>
        )}
        {isDifferent ? (
          <>
            <ProofTable transaction={transaction} proof={proof} isMasked={isMasked} />
            <FactGrid>
              <Fact label="Chain">{proof.chain_name}</Fact>
              <Fact label="Block">{blockOf(proof)}</Fact>
              <Fact label="Confirmations">{confirmationsFact(proof)}</Fact>
              <Fact label="Checked">{checkedAt(proof)}</Fact>
            </FactGrid>
          </>
        ) : (
          <Sums details={details} proof={proof} isMasked={isMasked} />
        )}
        {(!isDifferent || isMobile) && explorer}
      </Body>
    </Panel>
  )
}

/** What is known of the payment, without what is not. */
function Sums(props: { details: TransactionDetails; proof: Proof; isMasked: boolean }) {
  const { proof, isMasked } = props
  const { amount, token, payer, chain_name: chain } = proof
  const rows: readonly [string, ReactNode][] = [
    ['Amount', amount !== null && <MaskedSentence text={paidText(amount, token, isMasked)} />],
    [
      'Payer',
      payer !== null && isOtherPayer(props.details.transaction, proof) && (
        <span className="mono" title={payer}>
          {shortAddress(payer)}
        </span>
      ),
    ],
    ['Chain', chain],
    ['Block', blockOf(proof)],
    ['Confirmations', confirmationsFact(proof)],
    ['Checked', checkedAt(proof)],
  ]
  const known = rows.filter(([, value]) => value !== null && value !== false)
  if (known.length === 0) return null
  return (
    <SumList>
      {known.map(([label, value]) => (
        <SumRow key={label} label={label}>
          {value}
        </SumRow>
      ))}
    </SumList>
  )
}

const blockOf = ({ block }: Proof) => (block === null ? null : formatCount(block))

const checkedAt = ({ checked_at: at }: Proof) =>
  at === null ? null : <DateTime instant={at} text={formatToSecond(at)} />

function Explorer({ proof: { explorer_url: url } }: { proof: Proof }) {
  // Anything else than a web page could run here.
  if (url === null || !/^https?:\/\//i.test(url)) return null
  return (
    <ExplorerButton href={url} target="_blank" rel="noreferrer">
      Open in explorer
      <Icon of={ExternalLink} size={14} />
    </ExplorerButton>
  )
}
