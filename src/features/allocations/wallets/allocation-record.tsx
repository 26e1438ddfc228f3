import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import { allocationSource } from '#src/features/allocations/allocation-queries.ts'
import { Address } from '#src/records/cells/Address.tsx'
import { defineRecord, type ListSort, type RecordColumn } from '#src/records/record-definition.ts'
import { styled } from '#src/ui/theme.ts'
import type { Allocation } from '#src/wire/allocations.ts'
import { AllocationDetails, type ComparedList } from './AllocationDetails.tsx'
import { NotListed, Owed, OwedDifference } from './owed-cells.tsx'

export const SEARCHED = ['walletAddress'] as const

/** The orders of the wallets, the default first. */
export const SORTS: readonly ListSort[] = [
  { column: 'total', by: 'tokens', order: 'desc', label: 'Most tokens first' },
  { column: 'total', by: 'tokens', order: 'asc', label: 'Fewest tokens first' },
  { column: 'wallet', by: 'address', order: 'asc', label: 'By wallet, ascending' },
  { column: 'wallet', by: 'address', order: 'desc', label: 'By wallet, descending' },
]

/** Beside it the address keeps some of its line, however many digits there are. */
const CardTotal = styled('span')`
  max-width: 62%;
  text-align: right;
`
/** The last line of a card, before the button that opens it. */
const CardFoot = styled('div')`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 12px;
  flex: 1;
  min-width: 0;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`

/** What the wallets of a project are owed, beside its latest list if it has one. */
export function allocationRecord(projectId: string, list: ComparedList | null) {
  const amount = (
    key: 'purchased' | 'bonus' | 'credited',
    label: string,
    min: number,
    dropBelow: number,
  ): RecordColumn<Allocation> => ({
    key,
    label,
    min,
    grow: 1,
    align: 'end',
    dropBelow,
    cell: (row, { privacy }) => <Owed tokens={row[key]} isMasked={privacy} isQuiet />,
  })
  return defineRecord<Allocation>({
    label: 'Wallets',
    list: allocationSource,
    isNewestFirst: false,
    emptyTitle: 'No wallets found',
    filledBy: 'Wallets appear here with their first completed purchase, bonus or credit.',
    columns: [
      {
        key: 'wallet',
        label: 'Wallet',
        min: 148,
        cell: (row) => <OwedWallet row={row} projectId={projectId} />,
      },
      amount('purchased', 'Purchased', 120, 900),
      amount('bonus', 'Bonus', 112, 900),
      amount('credited', 'Credited', 100, 1040),
      {
        key: 'total',
        label: 'Total',
        min: 128,
        grow: 1.1,
        align: 'end',
        cell: (row, { privacy }) => <Owed tokens={row.tokens} isMasked={privacy} isStrong />,
      },
      ...(list === null ? [] : listColumns(list)),
    ],
    // The columns that never drop, with their gaps.
    cardsBelow: list === null ? 400 : 604,
    card: (row, { privacy }) => ({
      label: `Wallet ${row.wallet_address}`,
      head: (
        <>
          <OwedWallet row={row} projectId={projectId} />
          <CardTotal>
            <Owed tokens={row.tokens} isMasked={privacy} isStrong />
          </CardTotal>
        </>
      ),
      lines: [],
      foot: (
        <CardFoot>
          {list !== null && (
            <>
              <Listed row={row} list={list} isMasked={privacy} />
              <CardDifference row={row} isMasked={privacy} />
            </>
          )}
        </CardFoot>
      ),
      isFootPlain: true,
    }),
    details: (row, dropped) => <AllocationDetails row={row} list={list} dropped={dropped} />,
  })
}

function listColumns(list: ComparedList): RecordColumn<Allocation>[] {
  return [
    {
      key: 'listed',
      label: `In list ${list.number}`,
      min: 128,
      grow: 1.1,
      align: 'end',
      cell: ({ listed }, { privacy }) =>
        listed === null ? <NotListed /> : <Owed tokens={listed} isMasked={privacy} isQuiet />,
    },
    {
      key: 'difference',
      label: 'Difference',
      min: 112,
      grow: 1,
      align: 'end',
      cell: (row, { privacy }) => (
        <OwedDifference tokens={row.difference ?? '0'} isMasked={privacy} />
      ),
    },
  ]
}

function OwedWallet({ row, projectId }: { row: Allocation; projectId: string }) {
  return (
    <Address value={row.wallet_address} what="wallet address" of={{ kind: 'wallet', projectId }} />
  )
}

function Listed(props: { row: Allocation; list: ComparedList; isMasked: boolean }) {
  const { listed } = props.row
  if (listed === null) return <span className="t3">Not in list {props.list.number}</span>
  return (
    <span className="t3">
      In list {props.list.number} <Owed tokens={listed} isMasked={props.isMasked} />
    </span>
  )
}

function CardDifference({ row, isMasked }: { row: Allocation; isMasked: boolean }) {
  const { difference } = row
  if (difference === null || (isZeroDecimal(difference) && !isMasked))
    return <span className="t3">No difference</span>
  return <OwedDifference tokens={difference} isMasked={isMasked} />
}
