import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { useListSearch } from '#src/records/use-list-search.ts'
import { usePagedList } from '#src/records/use-paged-list.ts'
import { filters } from '#src/state/filters.ts'
import { ListNote } from '#src/records/ListNote.tsx'
import { ListToolbar } from '#src/records/ListToolbar.ts'
import { RecordList, type Expansion } from '#src/records/RecordList.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import type { ManualTransaction } from '#src/wire/wallets.ts'
import {
  MANUAL_CARDS_BELOW_PX,
  ManualDetails,
  manualCard,
  manualCells,
  manualColumns,
} from './manual-row.tsx'
import { manualTransactionList } from './queries.ts'

const DETAILS: Expansion<ManualTransaction> = {
  column: 'open',
  showLabel: 'Show details',
  hideLabel: 'Hide details',
  render: (row, dropped) => <ManualDetails row={row} dropped={dropped} />,
}

/** Credits by hand, newest first, by wallet address: who gave what to whom, and why. */
export function ManualTransactionsPage() {
  const { colours, selected } = useProjects()
  const { privacy, asOf } = useSnapshot(filters)
  const search = useListSearch(manualTransactionList.resource, ['walletAddress'])
  const { applied } = search
  const list = usePagedList(manualTransactionList, applied ? { wallet_address: applied.text } : {})
  const look = useMemo(() => ({ colours, privacy, now: new Date(asOf) }), [colours, privacy, asOf])
  return (
    <>
      <ListNote projects={selected.length} isNewestFirst />
      <ListToolbar>
        <SearchField {...search.box} placeholder="Paste a full wallet address, 0x…" isMono />
      </ListToolbar>
      <RecordList
        label="Manual transactions"
        columns={manualColumns}
        cardsBelow={MANUAL_CARDS_BELOW_PX}
        source={list}
        keyOf={manualTransactionList.idOf}
        cells={manualCells}
        card={manualCard}
        look={look}
        expansion={DETAILS}
        isSearch={applied !== null}
        empty={{ title: 'No transactions found', text: search.emptyText }}
        placeKey={`manual ${list.key}`}
      />
    </>
  )
}
