import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { useListSearch } from '#src/records/use-list-search.ts'
import { usePagedList } from '#src/records/use-paged-list.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { filters } from '#src/state/filters.ts'
import { ListNote } from '#src/records/ListNote.tsx'
import { ListToolbar } from '#src/records/ListToolbar.ts'
import { RecordList, type Expansion } from '#src/records/RecordList.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import type { Wallet } from '#src/wire/wallets.ts'
import { AddTokensDialog } from './AddTokensDialog.tsx'
import { creditDrafts, DIALOG, type Credit } from './credit.ts'
import { OpenCredits } from './OpenCredits.tsx'
import { overrideDrafts } from './override-drafts.ts'
import { walletKey, walletList } from './queries.ts'
import { WALLET_CARDS_BELOW_PX, walletCard, walletCells, walletColumns } from './wallet-row.tsx'
import { WalletDetails } from './WalletDetails.tsx'

const DETAILS: Expansion<Wallet> = {
  column: 'open',
  showLabel: 'Show details',
  hideLabel: 'Hide details',
  render: (row, dropped) => <WalletDetails wallet={row} dropped={dropped} />,
}

/** Wallets, newest first, by address, with their referral overrides and credits. */
export function UsersPage() {
  const { colours, selected } = useProjects()
  const { privacy, asOf } = useSnapshot(filters)
  const [credited, setCredited] = useState<Wallet | null>(
    () => creditDrafts.read(DIALOG).wallet ?? null,
  )
  const [checked, setChecked] = useState<PendingWrite<Credit>>()
  const search = useListSearch(walletList.resource, ['walletAddress'])
  const { applied } = search
  const list = usePagedList(walletList, applied ? { walletAddress: applied.text } : {})
  const look = useMemo(
    () => ({ colours, privacy, now: new Date(asOf), onAddTokens: setCredited }),
    [colours, privacy, asOf],
  )
  return (
    <>
      <ListNote projects={selected.length} isNewestFirst />
      <ListToolbar>
        <SearchField {...search.box} placeholder="Paste a full wallet address, 0x…" isMono />
      </ListToolbar>
      <OpenCredits
        isMasked={privacy}
        except={credited}
        onCheck={(credit) => {
          setChecked(credit)
          setCredited(credit.what.wallet)
        }}
      />
      <RecordList
        label="Users"
        columns={walletColumns}
        cardsBelow={WALLET_CARDS_BELOW_PX}
        source={list}
        keyOf={walletKey}
        cells={walletCells}
        card={walletCard}
        look={look}
        expansion={DETAILS}
        openAtFirst={overrideDrafts.ids()}
        isSearch={applied !== null}
        empty={{ title: 'No users found', text: search.emptyText }}
        placeKey={`users ${list.key}`}
      />
      {credited && (
        <AddTokensDialog
          key={walletKey(credited)}
          wallet={credited}
          colour={colours.get(credited.project_id) ?? 'grey'}
          checked={checked}
          onClose={() => {
            setCredited(null)
            setChecked(undefined)
          }}
        />
      )}
    </>
  )
}
