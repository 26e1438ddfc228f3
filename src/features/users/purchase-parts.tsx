import {
  asSentence,
  creditState,
  isLost,
  isUnderWay,
  reasonOf,
} from '#src/domain/sale/purchase-status.ts'
import { formatId, formatPaid } from '#src/domain/sale/record-formats.ts'
import { BonusName } from '#src/records/cells/BonusName.tsx'
import { PurchaseMarks } from '#src/records/cells/PurchaseMarks.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { ShortLink } from '#src/records/cells/ShortLink.tsx'
import { StatusLabel } from '#src/records/cells/StatusLabel.tsx'
import { UsdAmount } from '#src/records/cells/UsdAmount.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import { GotTokens, joined, type EntryParts, type TimelineContext } from './entry-parts.tsx'
import type { EntryOf } from './timeline-rows.ts'

type Purchase = EntryOf<'purchase'>['purchase']

/** A purchase's number as a link to its page, named as that page: "Transaction 48,219". */
export function PurchaseLink({ projectId, id }: { projectId: string; id: string }) {
  return (
    <RecordLink kind="transaction" projectId={projectId} id={id}>
      Transaction {formatId(id)}
    </RecordLink>
  )
}

/** A purchase: its status, what was paid, and the wallet's bonuses for it. */
export function purchaseParts(
  purchase: Purchase,
  bonuses: readonly EntryOf<'bonus'>[],
  context: TimelineContext,
): EntryParts {
  const { projectId, isMasked } = context
  const { status_reason: reason } = purchase
  return {
    title: (
      <>
        <PurchaseLink projectId={projectId} id={purchase.id} />
        <StatusLabel status={purchase.status} />
        <PurchaseMarks purchase={purchase} />
        <CreditBadge purchase={purchase} />
      </>
    ),
    line: (
      <>
        {asLine(purchase, context)}
        {reason !== null && hasReason(purchase) && ` ${asSentence(reason)}`}
        {purchase.credit_id !== null && (
          <>
            {' '}
            <RecordLink kind="credit" projectId={projectId} id={purchase.credit_id}>
              Credit {formatId(purchase.credit_id)}
            </RecordLink>
          </>
        )}
      </>
    ),
    amount: <Bought purchase={purchase} isMasked={isMasked} />,
    unit: <UsdAmount amount={purchase.payment_usd_amount} isMasked={isMasked} />,
    list:
      bonuses.length === 0
        ? undefined
        : bonuses.map(({ id, bonus }) => (
            <li key={id}>
              <BonusName bonus={bonus} projectId={projectId} />
              {purchase.voided == null ? (
                <GotTokens amount={bonus.bonus_token_amount} isMasked={isMasked} isPlain />
              ) : (
                'Voided'
              )}
            </li>
          )),
  }
}

const hasReason = (purchase: Purchase) => reasonOf(purchase) !== ''

/** "0.8500 ETH, Stage 5, 0x3be7a190…c04d", as a sentence if a reason follows. */
function asLine(purchase: Purchase, { projectId, isMasked }: TimelineContext) {
  const { payment_token_amount: paid, payment_token_name: coin, transaction_hash: hash } = purchase
  const stage = purchase.stage_name ?? (isUnderWay(purchase.status) ? 'stage not known yet' : null)
  return joined(
    [
      paid !== null && (
        <span key="paid" {...(isMasked ? {} : { title: paid })}>
          {isMasked ? <Mask blocks={5} /> : formatPaid(paid, coin)} {coin}
        </span>
      ),
      stage,
      hash !== null && (
        <ShortLink
          key="hash"
          kind="transaction"
          projectId={projectId}
          id={purchase.id}
          text={hash}
        />
      ),
    ],
    hasReason(purchase) || purchase.credit_id !== null ? '.' : '',
  )
}

function CreditBadge({ purchase: { status, credit_id: credit } }: { purchase: Purchase }) {
  const state = creditState(status, credit !== null)
  if (state === 'twice') return <Badge tone="negative">Credited and completed</Badge>
  return state === 'credited' ? <Badge tone="positive">Credited</Badge> : null
}

/** The tokens that the wallet got for a purchase; those of other purchases are not its own. */
function Bought({ purchase, isMasked }: { purchase: Purchase; isMasked: boolean }) {
  const { status, tokens_bought: tokens } = purchase
  if (purchase.voided != null) return <span className="t3">None</span>
  if (status === 'completed' && tokens !== null) {
    return <GotTokens amount={tokens} isMasked={isMasked} />
  }
  const isOver = isLost(status) || status === 'refunded'
  return <span className="t3">{isOver ? 'None' : 'In Progress'}</span>
}
