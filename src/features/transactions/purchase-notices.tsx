import { Ban, TriangleAlert } from 'lucide-react'
import { proofNoticeTitle } from '#src/domain/sale/proof-text.ts'
import { asSentence } from '#src/domain/sale/purchase-status.ts'
import { formatInstant, formatPaid } from '#src/domain/sale/record-formats.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { shieldOf } from '#src/records/cells/ProofMark.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import { doesCount } from './purchase-facts.ts'

/** Who voided the purchase, when and why. */
export function VoidedNotice({ transaction }: Pick<TransactionDetails, 'transaction'>) {
  const { voided } = transaction
  if (voided == null) return null
  return (
    <Notice icon={Ban} tone="bad">
      <b>This purchase is voided and counts nowhere.</b> Voided by {voided.by} on{' '}
      <DateTime instant={voided.at} text={formatInstant(voided.at)} />: {asSentence(voided.reason)}
    </Notice>
  )
}

/** What was paid for a token, and what is usual, where the two are far apart. */
export function UnusualPriceNotice(props: { details: TransactionDetails; isMasked: boolean }) {
  const { transaction, usual_price: usual } = props.details
  const { price } = transaction
  const isPlanned = props.details.usual_price_is_planned === 1
  if (transaction.price_is_unusual !== 1 || price == null) return null
  const amount = (text: string) =>
    props.isMasked ? <Mask blocks={4} /> : `$${formatPaid(text, null)}`
  return (
    <Notice icon={TriangleAlert}>
      <b>Unusual price.</b> A token cost {amount(price)} here
      {usual != null && (
        <>
          ; the {isPlanned ? 'planned' : 'usual'} price of {transaction.stage_name ?? 'the project'}{' '}
          is {amount(usual)}
        </>
      )}
      . When the purchase arrived, that was below half or above twice the usual price.
    </Notice>
  )
}

/** That the chain says something else than the purchase, and whether it counts all the same. */
export function DiffersNotice({ transaction }: Pick<TransactionDetails, 'transaction'>) {
  const { proof } = transaction
  if (proof?.state !== 'differs') return null
  return (
    <Notice icon={shieldOf(proof.state)} tone="bad">
      <b>{proofNoticeTitle(proof)}</b>
      {doesCount(transaction) &&
        ' It counts in the figures and in allocations until its status changes.'}
    </Notice>
  )
}
