import { creditedBy } from '#src/credits/purchase-credit.ts'
import { activityTitle } from '#src/domain/people/activity-text.ts'
import { formatId } from '#src/domain/sale/record-formats.ts'
import { searchFieldOf } from '#src/domain/sale/search-rules.ts'
import { uncapitalize } from '#src/domain/text/text.ts'
import { BonusName, bonusTitle } from '#src/records/cells/BonusName.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { ReversedBadge } from '#src/records/cells/ReversedBadge.tsx'
import { ShortLink } from '#src/records/cells/ShortLink.tsx'
import { UsdAmount } from '#src/records/cells/UsdAmount.tsx'
import { originText } from '#src/records/page/RecordHead.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import { GotTokens, joined, type EntryParts, type TimelineContext } from './entry-parts.tsx'
import { noteEntryParts } from './note-entry.tsx'
import { OVERRIDES, formatOverride } from './override-rules.ts'
import { PurchaseLink, purchaseParts } from './purchase-parts.tsx'
import type { EntryOf, TimelineRow } from './timeline-rows.ts'

/** What a row of the timeline shows. */
export function timelineParts(
  { entry, bonuses }: TimelineRow,
  context: TimelineContext,
): EntryParts {
  const { projectId, isMasked } = context
  switch (entry.kind) {
    case 'purchase':
      return purchaseParts(entry.purchase, bonuses, context)
    case 'bonus':
      return bonusParts(entry, context)
    case 'payout': {
      const { transaction_id: purchase, buyer_address: buyer } = entry.payout
      return {
        title: 'Referral payout',
        line: joined([
          buyer !== null && (
            <>
              from <ShortLink kind="wallet" projectId={projectId} id={buyer} />
            </>
          ),
          purchase !== null && <PurchaseLink projectId={projectId} id={purchase} />,
        ]),
        amount: <UsdAmount amount={entry.payout.amount_before_gas} isMasked={isMasked} />,
        unit: 'before gas',
      }
    }
    case 'credit': {
      const { id, reason, transaction_id: purchase, tokens } = entry.credit
      return {
        title: (
          <>
            <RecordLink kind="credit" projectId={projectId} id={id}>
              Credit {formatId(id)}
            </RecordLink>
            <ReversedBadge credit={entry.credit} />
          </>
        ),
        line: joined([
          reason,
          purchase && (
            <>
              for <PurchaseLink projectId={projectId} id={purchase} />
            </>
          ),
          uncapitalize(creditedBy(entry.credit)),
        ]),
        amount:
          entry.credit.reversed == null ? (
            <GotTokens amount={tokens} isMasked={isMasked} />
          ) : (
            <span className="t3">None</span>
          ),
        unit: entry.credit.reversed == null ? projectId : undefined,
      }
    }
    case 'override':
      return overrideParts(entry, isMasked)
    case 'referral': {
      const { wallet_address: address, paid_usd: paid } = entry.referral
      return {
        title: (
          <>
            Referred <ShortLink kind="wallet" projectId={projectId} id={address} />
          </>
        ),
        line: Number(paid) === 0 ? 'It has not paid yet' : 'Paid so far',
        amount: Number(paid) === 0 ? undefined : <UsdAmount amount={paid} isMasked={isMasked} />,
      }
    }
    case 'audit':
      return {
        title: (
          <>
            {activityTitle(entry.audit.action)} <AuditedLink entry={entry} projectId={projectId} />
          </>
        ),
        line: joined([entry.audit.reason, entry.audit.actor !== null && `by ${entry.audit.actor}`]),
      }
    case 'note':
      return noteEntryParts(entry, context)
    case 'connection': {
      const source = originText(context.registration)
      return {
        title: 'Wallet connected',
        line: joined([source !== null && `From ${source}`, referredBy(context)]),
      }
    }
  }
}

/** The purchase, the credit or the successor that a change is about. */
function AuditedLink({ entry, projectId }: { entry: EntryOf<'audit'>; projectId: string }) {
  const { object, object_id: id, successor } = entry.audit
  if (object === 'transaction' && id != null) return <PurchaseLink projectId={projectId} id={id} />
  if (object === 'manual_transaction' && id != null) {
    return (
      <RecordLink kind="credit" projectId={projectId} id={id}>
        Credit {formatId(id)}
      </RecordLink>
    )
  }
  if (entry.audit.action !== 'wallet.successor') return null
  return successor == null ? (
    'to none'
  ) : (
    <ShortLink kind="wallet" projectId={projectId} id={successor} />
  )
}

/** What the wallet got for a purchase, its own or that of a wallet that it referred. */
function bonusParts({ bonus }: EntryOf<'bonus'>, context: TimelineContext): EntryParts {
  const { projectId, wallet } = context
  const { buyer_address: buyer, identifier, transaction_id: purchase } = bonus
  // It may also name the buyer.
  const code = identifier !== null && searchFieldOf(identifier) === null ? identifier : null
  const isOwn = buyer.toLowerCase() === wallet.wallet_address.toLowerCase()
  return {
    title: isOwn ? <BonusName bonus={bonus} projectId={projectId} /> : bonusTitle(bonus.type),
    line: isOwn ? (
      <>
        for <PurchaseLink projectId={projectId} id={purchase} />
      </>
    ) : (
      <>
        <ShortLink kind="wallet" projectId={projectId} id={buyer} /> bought
        {code !== null && ` with code ${code}`},{' '}
        <PurchaseLink projectId={projectId} id={purchase} />
      </>
    ),
    amount: <GotTokens amount={bonus.bonus_token_amount} isMasked={context.isMasked} />,
    unit: projectId,
  }
}

function overrideParts({ override }: EntryOf<'override'>, isMasked: boolean): EntryParts {
  const { field, before, after, actor } = override
  const show = (value: number | null) =>
    // A minimum spend is an amount.
    isMasked && field === 'min_referral_spend' && value !== null ? (
      <Mask blocks={5} />
    ) : (
      formatOverride(field, value)
    )
  return {
    title: `${OVERRIDES[field].label} changed`,
    line: joined([
      <>
        {show(before)} → {show(after)}
      </>,
      actor !== null && `by ${actor}`,
    ]),
  }
}

function referredBy({ projectId, wallet: { referred_by: referrer } }: TimelineContext) {
  return (
    referrer !== null && (
      <>
        referred by <ShortLink kind="wallet" projectId={projectId} id={referrer} />
      </>
    )
  )
}
