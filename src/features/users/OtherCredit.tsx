import { Link } from 'wouter'
import type { OtherWrite } from '#src/writes/use-idempotent-mutation.ts'
import { OtherOutcome } from '#src/writes/OtherOutcome.tsx'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import type { Credit } from './credit.ts'

/** In the dialog of a wallet: another credit of the same wallet, which this dialog did not send. */
export function OtherCredit(props: OtherWrite<Credit> & { isMasked: boolean }) {
  const { attempt, isMasked, ...outcome } = props
  const { wallet, body } = attempt.what
  return (
    <OtherOutcome
      {...outcome}
      sentAt={attempt.sentAt}
      done="added"
      place={<Link href="/manual-transactions">Manual Transactions</Link>}
    >
      Another credit of{' '}
      <TokenAmount amount={body.tokens} unit={wallet.project_id} isMasked={isMasked} isExact /> to
      this wallet
    </OtherOutcome>
  )
}
