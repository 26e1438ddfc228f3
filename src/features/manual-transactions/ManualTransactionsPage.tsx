import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { useListSearch } from '#src/api/use-list-search.ts'
import { usePagedList } from '#src/api/use-paged-list.ts'
import { filters } from '#src/state/filters.ts'
import { ListNote } from '#src/ui/ListNote.tsx'
import { ListToolbar } from '#src/ui/ListToolbar.ts'
import { RecordList } from '#src/ui/RecordList.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { manualCard, manualCells, manualColumns } from './manual-row.tsx'
import { manualTransactionList } from './queries.ts'

/** Credits by hand, newest first, by wallet address: who gave what to whom, and why. */
export function ManualTransactionsPage() {
  const { colours, selected } = useProjects()
  const { privacy } = useSnapshot(filters)
  const search = useListSearch(manualTransactionList.resource, ['walletAddress'])
  const { applied } = search
  const list = usePagedList(manualTransactionList, applied ? { wallet_address: applied.text } : {})
  const look = useMemo(() => ({ colours, privacy }), [colours, privacy])
  return (
    <>
      <ListNote projects={selected.length} isNewestFirst />
      <ListToolbar>
        <SearchField {...search.box} placeholder="Paste a full wallet address, 0x…" isMono />
      </ListToolbar>
      <RecordList
        label="Manual transactions"
        columns={manualColumns}
        source={list}
        keyOf={manualTransactionList.idOf}
        cells={manualCells}
        card={manualCard}
        look={look}
        isSearch={applied !== null}
        empty={{ title: 'No transactions found', text: search.emptyText }}
        placeKey={`manual ${list.key}`}
      />
    </>
  )
}
