import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { styled } from '#src/ui/theme.ts'
import type { ChainPayment } from '#src/wire/chain-payments.ts'
import { PaidAmount } from './payment-cells.tsx'
import { chainName } from './payment-text.ts'

const Rows = styled('dl')`
  font-variant-numeric: tabular-nums;
  & > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    padding: 4px 0;
  }
  & dt {
    color: var(--text-2);
  }
  & dd {
    min-width: 0;
    text-align: end;
  }
`

/** Which payment a dialog is about. */
export function PaymentFacts(props: { payment: ChainPayment; isMasked: boolean }) {
  const { payment, isMasked } = props
  return (
    <Rows>
      <div>
        <dt>Payment</dt>
        <dd>
          <PaidAmount payment={payment} isMasked={isMasked} />, {chainName(payment)}
        </dd>
      </div>
      <div>
        <dt>From</dt>
        <dd className="mono" title={payment.payer}>
          {shortAddress(payment.payer)}
        </dd>
      </div>
      <div>
        <dt>Time</dt>
        <dd>{formatInstant(payment.at)}</dd>
      </div>
    </Rows>
  )
}
