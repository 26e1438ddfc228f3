import { useSnapshot } from 'valtio'
import { formatId } from '#src/domain/record-formats.ts'
import { shortAddress } from '#src/domain/shorten.ts'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import { filters } from '#src/state/filters.ts'
import { PendingWriteNotes } from '#src/writes/outcome-notes.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { credits, targetOf, type Credit } from './credit-form.ts'

/** The credits without a known outcome. */
export function PendingCredits(props: {
  /** The target of the open dialog, which shows its pending credit itself. */
  except: string | undefined
  /** Which ones to show; all of them by default. */
  isShown?: ((credit: Credit) => boolean) | undefined
  onCheck: (credit: PendingWrite<Credit>) => void
}) {
  const { except, isShown = () => true } = props
  const { privacy } = useSnapshot(filters)
  const pending = credits.useAll().filter(({ what }) => targetOf(what) !== except && isShown(what))
  return (
    <PendingWriteNotes writes={pending} onCheck={props.onCheck}>
      {({ wallet, body }) => (
        <>
          whether{' '}
          <TokenAmount amount={body.tokens} unit={wallet.project_id} isMasked={privacy} isExact />{' '}
          were added to <span className="mono">{shortAddress(wallet.wallet_address)}</span>
          {body.transaction_id !== undefined && ` for purchase ${formatId(body.transaction_id)}`}
        </>
      )}
    </PendingWriteNotes>
  )
}
