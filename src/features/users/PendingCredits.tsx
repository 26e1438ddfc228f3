import { useSnapshot } from 'valtio'
import { shortAddress } from '#src/domain/shorten.ts'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import { filters } from '#src/state/filters.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { PendingWriteNotes } from '#src/writes/outcome-notes.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { credits, type Credit } from './credit-form.ts'
import { walletKey } from './queries.ts'

/** The credits without a known outcome. */
export function PendingCredits(props: {
  /** The wallet whose dialog is open: the dialog shows its pending credit. */
  except: Wallet | undefined
  onCheck: (credit: PendingWrite<Credit>) => void
}) {
  const { except } = props
  const { privacy } = useSnapshot(filters)
  const pending = credits
    .useAll()
    .filter(({ what }) => except === undefined || walletKey(what.wallet) !== walletKey(except))
  return (
    <PendingWriteNotes writes={pending} onCheck={props.onCheck}>
      {({ wallet, body }) => (
        <>
          whether{' '}
          <TokenAmount amount={body.tokens} unit={wallet.project_id} isMasked={privacy} isExact />{' '}
          were added to <span className="mono">{shortAddress(wallet.wallet_address)}</span>
        </>
      )}
    </PendingWriteNotes>
  )
}
