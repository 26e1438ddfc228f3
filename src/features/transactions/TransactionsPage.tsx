import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { useListSearch } from '#src/records/use-list-search.ts'
import { usePagedList } from '#src/records/use-paged-list.ts'
import { filters } from '#src/state/filters.ts'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { ListNote } from '#src/records/ListNote.tsx'
import { ListToolbar } from '#src/records/ListToolbar.ts'
import { RecordList, type Expansion } from '#src/records/RecordList.tsx'
import { Select } from '#src/ui/Select.tsx'
import type { Transaction } from '#src/wire/transactions.ts'
import { BonusTransactions } from './BonusTransactions.tsx'
import { transactionList } from './queries.ts'
import {
  TRANSACTION_CARDS_BELOW_PX,
  transactionCard,
  transactionCells,
  transactionColumns,
} from './transaction-row.tsx'

const FIELDS = [
  { value: 'walletAddress', label: 'Wallet Address' },
  { value: 'hash', label: 'Transaction Hash' },
] as const

const PLACEHOLDERS = {
  walletAddress: 'Paste a full address, 0x…',
  hash: 'Paste a full hash, 0x…',
}

const BONUSES: Expansion<Transaction> = {
  column: 'open',
  showLabel: 'Show bonus transactions',
  hideLabel: 'Hide bonus transactions',
  render: (row, dropped) => <BonusTransactions transaction={row} dropped={dropped} />,
}

/** Purchases, newest first, by wallet address or transaction hash, each with its bonuses. */
export function TransactionsPage() {
  const { colours, selected } = useProjects()
  const { privacy, asOf } = useSnapshot(filters)
  const search = useListSearch(transactionList.resource, ['walletAddress', 'hash'])
  const { applied } = search
  const list = usePagedList(transactionList, applied ? { [applied.field]: applied.text } : {})
  const look = useMemo(() => ({ colours, privacy, now: new Date(asOf) }), [colours, privacy, asOf])
  return (
    <>
      <ListNote projects={selected.length} isNewestFirst />
      <ListToolbar>
        <SearchField
          {...search.box}
          placeholder={PLACEHOLDERS[search.field]}
          isMono
          before={
            <Select
              label="Search Field"
              options={FIELDS}
              value={search.field}
              onChange={search.setField}
              size="lg"
            />
          }
        />
      </ListToolbar>
      <RecordList
        label="Transactions"
        columns={transactionColumns}
        cardsBelow={TRANSACTION_CARDS_BELOW_PX}
        source={list}
        keyOf={transactionList.idOf}
        cells={transactionCells}
        card={transactionCard}
        look={look}
        expansion={BONUSES}
        isSearch={applied !== null}
        empty={{ title: 'No transactions found', text: search.emptyText }}
        placeKey={`transactions ${list.key}`}
      />
    </>
  )
}
