import { formatId } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { isSameWallet, type WalletName } from '#src/records/wallet-queries.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { PendingWriteNotes } from '#src/writes/outcome-notes.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { credits, targetOf, type Credit } from './credit-form.ts'

/** The credits without a known outcome, also those for purchases and payments. */
export function PendingCredits(props: {
  /** Only those of this wallet. */
  wallet?: WalletName
  /** The target of the open dialog, which shows its pending credit itself. */
  except: string | undefined
  /** Without it they are only named. */
  onCheck?: (credit: PendingWrite<Credit>) => void
}) {
  const { wallet: only, except } = props
  const privacy = usePrivacy()
  const pending = credits
    .useAll()
    .filter(({ what }) => targetOf(what) !== except && (!only || isSameWallet(only, what.wallet)))
  return (
    <PendingWriteNotes writes={pending} onCheck={props.onCheck}>
      {({ wallet, body, payment_id: paymentId }) => (
        <>
          whether{' '}
          <TokenAmount amount={body.tokens} unit={wallet.project_id} isMasked={privacy} isExact />{' '}
          were added to <span className="mono">{shortAddress(wallet.wallet_address)}</span>
          {body.transaction_id !== undefined && ` for transaction ${formatId(body.transaction_id)}`}
          {paymentId !== undefined && ' for a payment without a purchase'}
        </>
      )}
    </PendingWriteNotes>
  )
}
