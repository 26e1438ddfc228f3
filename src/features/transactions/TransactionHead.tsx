import { Check, Link as LinkIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { creditOf } from '#src/credits/purchase-credit.ts'
import { canCredit, isUnderWay } from '#src/domain/sale/purchase-status.ts'
import {
  formatId,
  formatPaid,
  formatToSecond,
  formatType,
} from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { AddressExplorers } from '#src/records/cells/AddressExplorers.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { ExplorerLink } from '#src/records/cells/ExplorerLink.tsx'
import { PurchaseMarks } from '#src/records/cells/PurchaseMarks.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { ShortLink } from '#src/records/cells/ShortLink.tsx'
import { StatusLabel } from '#src/records/cells/StatusLabel.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { UsdAmount } from '#src/records/cells/UsdAmount.tsx'
import { Fact } from '#src/records/page/Facts.tsx'
import { NotesLink } from '#src/records/page/NotesLink.tsx'
import { CountryFact, RecordHead, sourceText } from '#src/records/page/RecordHead.tsx'
import { transactionHref } from '#src/records/record-hrefs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import { Mask } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import { priceOf, receivedBy, stateOf, statusSince } from './purchase-facts.ts'

const Name = styled('span')`
  display: flex;
  min-width: 0;
  max-width: 240px;
`
const Paid = styled('span')`
  display: flex;
  flex: 1 1 0;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 16px;
  min-width: 160px;
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  ${MOBILE} {
    flex: 1 0 100%;
  }
`
const Actions = styled('span')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  ${MOBILE} {
    display: grid;
    gap: 8px;
  }
`
const Valued = styled('span')`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  ${MOBILE} {
    & button {
      margin: -10px -14px -10px -10px;
    }
  }
`

/** What a purchase is: its status, its amounts, and all that is known about it. */
export function TransactionHead(props: {
  details: TransactionDetails
  isMasked: boolean
  /** Credits, voids or restores the purchase, where that is possible. */
  action: ReactNode
}) {
  const { details, isMasked } = props
  const { transaction } = details
  const { project_id: project } = transaction
  const { colours } = useProjects()
  const isMobile = useIsMobile()
  const actions = (
    <Actions>
      <CopyLink project={project} id={transaction.id} />
      {props.action}
    </Actions>
  )
  return (
    <RecordHead
      label="Transaction"
      top={
        <>
          <StatusLabel status={transaction.status} />
          <PurchaseMarks purchase={transaction} />
          <Name>
            <ProjectName name={project} colours={colours} />
          </Name>
          <UsdAmount amount={transaction.payment_usd_amount} isMasked={isMasked} size="figure" />
          <Paid>
            <span>
              <PaidForTokens details={details} isMasked={isMasked} />
            </span>
            <NotesLink count={transaction.notes} />
          </Paid>
          {!isMobile && actions}
        </>
      }
      foot={isMobile ? actions : undefined}
    >
      <TransactionFacts details={details} isMasked={isMasked} />
    </RecordHead>
  )
}

function CopyLink({ project, id }: { project: string; id: string }) {
  const { isCopied, copy } = useCopy(globalThis.location.origin + transactionHref(project, id))
  return (
    <Button icon={isCopied ? Check : LinkIcon} onClick={() => void copy()}>
      Copy link
    </Button>
  )
}

type Props = { details: TransactionDetails; isMasked: boolean }

/** "0.8500 ETH for 106,958.33 AURA", as far as both are known. */
function PaidForTokens({ details: { transaction }, isMasked }: Props) {
  const { payment_token_amount: paid, payment_token_name: coin, tokens_bought } = transaction
  const tokens = tokens_bought !== null && (
    <TokenAmount amount={tokens_bought} unit={transaction.project_id} isMasked={isMasked} />
  )
  if (paid === null) return tokens
  return (
    <>
      <span {...(isMasked ? {} : { title: paid })}>
        {isMasked ? <Mask blocks={5} /> : formatPaid(paid, coin)}
      </span>{' '}
      {coin}
      {tokens && <> for {tokens}</>}
    </>
  )
}

function TransactionFacts({ details, isMasked }: Props) {
  const { transaction, origin, bonuses } = details
  const { project_id: project, status, transaction_hash: hash } = transaction
  const since = statusSince(details)
  const price = priceOf(transaction.payment_usd_amount, transaction.tokens_bought)
  const codes = bonuses.filter(({ bonus_code_id: id }) => id !== null)
  const [code] = codes
  return (
    <>
      <Fact label="Wallet">
        <Valued>
          <ShortLink kind="wallet" projectId={project} id={transaction.wallet_address} />
          <CopyButton what="wallet address" value={transaction.wallet_address} />
          <AddressExplorers projectId={project} address={transaction.wallet_address} />
        </Valued>
      </Fact>
      <Fact label="Transaction hash">
        {hash === null ? (
          <span className="t3">Without hash</span>
        ) : (
          <Valued>
            <span className="mono" title={hash}>
              {shortAddress(hash)}
            </span>
            <CopyButton what="transaction hash" value={hash} />
            <ExplorerLink url={transaction.explorer_url} value={hash} />
          </Valued>
        )}
      </Fact>
      {transaction.source_id != null && (
        <Fact label="Id on the site">
          <Valued>
            <span className="mono" style={{ overflowWrap: 'anywhere' }}>
              {transaction.source_id}
            </span>
            <CopyButton what="id on the site" value={transaction.source_id} />
          </Valued>
        </Fact>
      )}
      <Fact label="Stage">
        {transaction.stage_name ?? (isUnderWay(status) && <span className="t3">In Progress</span>)}
      </Fact>
      <Fact label="Type">{formatType(transaction.type)}</Fact>
      <Fact label="Created at">
        <DateTime instant={transaction.created_at} text={formatToSecond(transaction.created_at)} />
      </Fact>
      {since !== null && (
        <Fact label={`${formatType(status)} at`}>
          <DateTime instant={since} text={formatToSecond(since)} />
        </Fact>
      )}
      <Fact label="Price">
        {price !== null && (
          <span className="num">
            {isMasked ? <Mask blocks={5} /> : `$${price}`} for 1 {project}
          </span>
        )}
      </Fact>
      {transaction.received != null && (
        <Fact label="Received">
          <span>
            <DateTime
              instant={transaction.received.at}
              text={formatToSecond(transaction.received.at)}
            />{' '}
            {receivedBy(transaction.received)}
          </span>
        </Fact>
      )}
      <Fact label="Bonus code">
        {code && (
          <RecordLink
            kind="bonus_code"
            projectId={project}
            id={code.bonus_code_id ?? ''}
            className="mono"
          >
            {code.identifier ?? code.bonus_code_id}
          </RecordLink>
        )}
      </Fact>
      <CountryFact country={origin.country} />
      <Fact label="Source">{sourceText(origin)}</Fact>
      <Fact label="Referrer">{origin.referrer}</Fact>
      <CreditedFact details={details} />
    </>
  )
}

function CreditedFact({ details }: { details: TransactionDetails }) {
  const credit = creditOf(details.credits)
  const isOpen = canCredit(stateOf(details))
  if (!credit && !isOpen) return null
  return (
    <Fact label="Credited">
      {credit ? (
        <RecordLink kind="credit" projectId={credit.project_id} id={credit.id}>
          Credit {formatId(credit.id)}
        </RecordLink>
      ) : (
        <span className="t3">Not yet</span>
      )}
    </Fact>
  )
}
