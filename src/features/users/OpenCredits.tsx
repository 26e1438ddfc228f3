import { shortAddress } from '#src/domain/record-formats.ts'
import { Button } from '#src/ui/Button.tsx'
import { OutcomeNote } from '#src/ui/OutcomeNote.tsx'
import { styled } from '#src/ui/theme.ts'
import { TokenAmount } from '#src/ui/TokenAmount.tsx'
import type { Wallet } from '#src/wire/wallets.ts'
import { credits } from './credit.ts'
import { walletKey } from './queries.ts'

const Stack = styled('div')`
  display: grid;
  gap: 8px;
  margin-bottom: 16px;
`

/** The credits that nobody has answered for, also from before a reload; nothing where all is well. */
export function OpenCredits(props: {
  isMasked: boolean
  /** The wallet whose dialog is open: that one says it there. */
  except: Wallet | null
  onCheck: (wallet: Wallet) => void
}) {
  const { except } = props
  const open = credits
    .useAll()
    .filter(({ what }) => except === null || walletKey(what.wallet) !== walletKey(except))
  if (open.length === 0) return null
  return (
    <Stack>
      {open.map(({ key, what: { wallet, body } }) => (
        <OutcomeNote
          key={key}
          isChecking={false}
          action={
            <Button size="sm" onClick={() => props.onCheck(wallet)}>
              Check
            </Button>
          }
        >
          The server has not confirmed whether{' '}
          <TokenAmount
            amount={body.tokens}
            unit={wallet.project_id}
            isMasked={props.isMasked}
            isExact
          />{' '}
          were added to <span className="mono">{shortAddress(wallet.wallet_address)}</span>.
        </OutcomeNote>
      ))}
    </Stack>
  )
}
