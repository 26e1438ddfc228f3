import { useCallback, useState } from 'react'
import { ListPage } from '#src/records/ListPage.tsx'
import type { Wallet } from '#src/wire/wallets.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { AddTokensDialog } from './AddTokensDialog.tsx'
import { creditDrafts, DIALOG, type Credit } from './credit.ts'
import { PendingCredits } from './PendingCredits.tsx'
import { overrideDrafts } from './override-drafts.ts'
import { walletKey } from './queries.ts'
import { walletRecord } from './wallet-record.tsx'

/** Wallets, searched by address, with their referral overrides and credits. */
export function UsersPage() {
  const [credited, setCredited] = useState<Wallet | undefined>(
    () => creditDrafts.read(DIALOG).wallet,
  )
  const [checked, setChecked] = useState<PendingWrite<Credit>>()
  const open = useCallback((wallet?: Wallet, credit?: PendingWrite<Credit>) => {
    setCredited(wallet)
    setChecked(credit)
  }, [])
  return (
    <>
      <ListPage
        record={walletRecord}
        onAction={open}
        openAtFirst={overrideDrafts.ids()}
        notice={
          <PendingCredits
            except={credited}
            onCheck={(credit) => open(credit.what.wallet, credit)}
          />
        }
      />
      {credited && (
        <AddTokensDialog
          key={walletKey(credited)}
          wallet={credited}
          checked={checked}
          onClose={() => open()}
        />
      )}
    </>
  )
}
