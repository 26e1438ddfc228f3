import { useCallback, useState } from 'react'
import { AddTokensDialog } from '#src/credits/AddTokensDialog.tsx'
import { PendingCorrections } from '#src/credits/corrections/PendingCorrections.tsx'
import { creditDrafts, creditTarget, targetOf, type Credit } from '#src/credits/credit-form.ts'
import { PendingCredits } from '#src/credits/PendingCredits.tsx'
import { useWithNotesFilter } from '#src/records/filters/notes-filter.ts'
import { ListPage } from '#src/records/list/ListPage.tsx'
import type { ListFilter } from '#src/records/record-definition.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { editedWallets } from './override-rules.ts'
import { walletRecord } from './wallet-record.tsx'

const FILTERS: readonly ListFilter[] = []

type Credited = { wallet?: Wallet | undefined; checked?: PendingWrite<Credit> }

/** Wallets, searched by address, with their referral overrides and credits. */
export function UsersPage() {
  const [{ wallet, checked }, setCredited] = useState<Credited>(typedBefore)
  const addTokens = useCallback((row: Wallet) => setCredited({ wallet: row }), [])
  const check = (write: PendingWrite<Credit>) =>
    setCredited({ wallet: write.what.wallet, checked: write })
  const target = checked ? targetOf(checked.what) : wallet && creditTarget(wallet)
  return (
    <>
      <ListPage
        record={walletRecord}
        filters={useWithNotesFilter(FILTERS)}
        onAction={addTokens}
        openAtFirst={editedWallets()}
        notice={
          <>
            <PendingCredits except={target} onCheck={check} />
            <PendingCorrections />
          </>
        }
      />
      {wallet && (
        <AddTokensDialog
          key={target}
          wallet={wallet}
          checked={checked}
          onClose={() => setCredited({})}
        />
      )}
    </>
  )
}

/** The wallet whose dialog was open; a credit of a purchase or of a payment continues on their page. */
function typedBefore(): Credited {
  const drafts = creditDrafts.ids().map((id) => creditDrafts.read(id))
  const ofWallet = drafts.find(
    ({ transactionId, payment }) => transactionId === undefined && payment === undefined,
  )
  return { wallet: ofWallet?.wallet }
}
