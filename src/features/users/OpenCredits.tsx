import { useSnapshot } from 'valtio'
import { shortAddress } from '#src/domain/record-formats.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { filters } from '#src/state/filters.ts'
import { Button } from '#src/ui/Button.tsx'
import { OutcomeNote } from '#src/writes/OutcomeNote.tsx'
import { styled } from '#src/ui/theme.ts'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import type { Wallet } from '#src/wire/wallets.ts'
import { credits, type Credit } from './credit.ts'
import { walletKey } from './queries.ts'

const Stack = styled('div')`
  display: grid;
  gap: 8px;
  margin-bottom: 16px;
`

/** Credits with an unknown outcome, including those from before a reload. */
export function OpenCredits(props: {
  /** The wallet whose dialog is open: the dialog shows its credit. */
  except: Wallet | undefined
  onCheck: (credit: PendingWrite<Credit>) => void
}) {
  const { except } = props
  const { privacy } = useSnapshot(filters)
  const open = credits
    .useAll()
    .filter(({ what }) => except === undefined || walletKey(what.wallet) !== walletKey(except))
  if (open.length === 0) return null
  return (
    <Stack>
      {open.map((credit) => (
        <OutcomeNote
          key={credit.key}
          isChecking={false}
          action={
            <Button size="sm" onClick={() => props.onCheck(credit)}>
              Check
            </Button>
          }
        >
          The server has not confirmed whether{' '}
          <TokenAmount
            amount={credit.what.body.tokens}
            unit={credit.what.wallet.project_id}
            isMasked={privacy}
            isExact
          />{' '}
          were added to{' '}
          <span className="mono">{shortAddress(credit.what.wallet.wallet_address)}</span>.
        </OutcomeNote>
      ))}
    </Stack>
  )
}
