import { useCallback, useState } from 'react'
import { ListPage } from '#src/records/ListPage.tsx'
import type { Wallet } from '#src/wire/wallets.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { DIALOG } from '#src/writes/use-draft-form.ts'
import { AddTokensDialog } from './AddTokensDialog.tsx'
import { creditDrafts, type Credit } from './credit-form.ts'
import { overrideDrafts } from './override-rules.ts'
import { PendingCredits } from './PendingCredits.tsx'
import { walletKey } from './queries.ts'
import { walletRecord } from './wallet-record.tsx'

type Credited = { wallet?: Wallet | undefined; checked?: PendingWrite<Credit> }

/** Wallets, searched by address, with their referral overrides and credits. */
export function UsersPage() {
  const [{ wallet, checked }, setCredited] = useState<Credited>(() => creditDrafts.read(DIALOG))
  const addTokens = useCallback((row: Wallet) => setCredited({ wallet: row }), [])
  const check = (write: PendingWrite<Credit>) =>
    setCredited({ wallet: write.what.wallet, checked: write })
  return (
    <>
      <ListPage
        record={walletRecord}
        onAction={addTokens}
        openAtFirst={overrideDrafts.ids()}
        notice={<PendingCredits except={wallet} onCheck={check} />}
      />
      {wallet && (
        <AddTokensDialog
          key={walletKey(wallet)}
          wallet={wallet}
          checked={checked}
          onClose={() => setCredited({})}
        />
      )}
    </>
  )
}
