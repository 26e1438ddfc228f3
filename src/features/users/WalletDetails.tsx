import { successionOf } from '#src/credits/corrections/correction.ts'
import { CorrectionButton } from '#src/credits/corrections/CorrectionButton.tsx'
import { RowActions } from '#src/credits/corrections/RowActions.ts'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { Address } from '#src/records/cells/Address.tsx'
import { AddressExplorers } from '#src/records/cells/AddressExplorers.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { CARDS, useInCards } from '#src/records/list/in-cards.ts'
import { below } from '#src/records/list/table-columns.ts'
import { Fact, Facts } from '#src/records/page/Facts.tsx'
import type { Dropped } from '#src/records/record-definition.ts'
import { useMayWrite } from '#src/state/session.ts'
import { styled } from '#src/ui/theme.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { OverrideEdits } from './OverrideEdits.tsx'
import { SuccessionFacts } from './WalletHead.tsx'

/** Below this width in px, three fields side by side have no room for their labels. */
const THREE_FIELDS_PX = 820

const Title = styled('h2')`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 12px;
  margin-bottom: 12px;
  padding-top: 16px;
  border-top: 1px solid var(--line);
  font: var(--t-label);
  & > span {
    font: var(--t-small);
    color: var(--text-3);
  }
`
const Edits = styled('div')`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 24px;
  ${below(THREE_FIELDS_PX, 'grid-template-columns: minmax(0, 1fr); gap: 16px;')}
  ${CARDS} {
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    padding-bottom: 12px;
  }
`

/** The details of a wallet: its full addresses, and the referral overrides that staff may edit. */
export function WalletDetails({ wallet, dropped }: { wallet: Wallet; dropped: Dropped }) {
  const mayWrite = useMayWrite()
  const cut = useInCards() ? shortAddress : null
  const link = { kind: 'wallet', projectId: wallet.project_id } as const
  const { referred_by: referrer, referral_code_applied_at: appliedAt } = wallet
  return (
    <>
      <Facts>
        {/* In the order of the columns. Values shown here in full are not repeated by `dropped`. */}
        <Fact label="Referred by">
          {referrer ? (
            <Address value={referrer} what="referrer" cut={cut} of={link} />
          ) : (
            <span className="t3">Not Referred</span>
          )}
        </Fact>
        {dropped('code')}
        {dropped('purchases')}
        {dropped('paid')}
        <Fact label="Created at">
          <DateTime instant={wallet.created_at} text={formatInstant(wallet.created_at)} />
        </Fact>
        <Fact label="Wallet address">
          <Address value={wallet.wallet_address} what="wallet address" cut={cut} of={link} />
          <AddressExplorers projectId={wallet.project_id} address={wallet.wallet_address} />
        </Fact>
        <Fact label="Referral code applied at">
          {appliedAt && <DateTime instant={appliedAt} text={formatInstant(appliedAt)} />}
        </Fact>
        <SuccessionFacts wallet={wallet} />
      </Facts>
      <Title>
        Referral overrides{' '}
        {mayWrite && <span>Empty a field and save to go back to the project default.</span>}
      </Title>
      {mayWrite ? (
        <Edits>
          <OverrideEdits wallet={wallet} />
        </Edits>
      ) : (
        <OverrideEdits wallet={wallet} />
      )}
      <RowActions>
        <CorrectionButton
          size="sm"
          subject={successionOf(wallet)}
          label={wallet.successor == null ? 'Set successor' : 'Change successor'}
        />
      </RowActions>
    </>
  )
}
