import { Ban, TriangleAlert } from 'lucide-react'
import { asSentence } from '#src/domain/sale/purchase-status.ts'
import { formatInstant, formatPaid } from '#src/domain/sale/record-formats.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'

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
  if (transaction.price_is_unusual !== 1 || price == null) return null
  const amount = (text: string) =>
    props.isMasked ? <Mask blocks={4} /> : `$${formatPaid(text, null)}`
  return (
    <Notice icon={TriangleAlert}>
      <b>Unusual price.</b> A token cost {amount(price)} here
      {usual != null && (
        <>
          ; the usual price of {transaction.stage_name ?? 'the project'} is {amount(usual)}
        </>
      )}
      . When the purchase arrived, that was below half or above twice the usual price.
    </Notice>
  )
}
