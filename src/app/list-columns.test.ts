import { expect, test } from 'vitest'
import { CODE_CARDS_BELOW_PX, codeColumns } from '#src/features/bonus-codes/code-row.tsx'
import { LEAD_CARDS_BELOW_PX, leadColumns } from '#src/features/leads/lead-row.tsx'
import {
  MANUAL_CARDS_BELOW_PX,
  manualColumns,
} from '#src/features/manual-transactions/manual-row.tsx'
import {
  TRANSACTION_CARDS_BELOW_PX,
  transactionColumns,
} from '#src/features/transactions/transaction-row.tsx'
import { WALLET_CARDS_BELOW_PX, walletColumns } from '#src/features/users/wallet-row.tsx'
import { columnsAt, gapAt, ROW_PADDING_PX, rowGrid } from '#src/records/table-columns.ts'

const LISTS = [
  ['Transactions', transactionColumns, TRANSACTION_CARDS_BELOW_PX, ['stage', 'paid', 'tokens']],
  ['Users', walletColumns, WALLET_CARDS_BELOW_PX, ['created', 'code', 'referrer']],
  ['Manual transactions', manualColumns, MANUAL_CARDS_BELOW_PX, ['id', 'authorizer', 'created']],
  ['Bonus codes', codeColumns, CODE_CARDS_BELOW_PX, ['valid', 'uses']],
  ['Leads', leadColumns, LEAD_CARDS_BELOW_PX, ['mobile', 'created']],
] as const

test.each(LISTS)('%s: columns go in their order', (_name, columns, _cardsBelow, order) => {
  const dropped = columns.filter(({ dropBelow }) => dropBelow !== undefined)
  const first = dropped.toSorted((a, b) => (b.dropBelow ?? 0) - (a.dropBelow ?? 0))
  expect(first.map(({ key }) => key)).toEqual(order)
})

test.each(LISTS)('%s: at every width the columns have room', (_name, columns, cardsBelow) => {
  const steps = columns.flatMap(({ dropBelow }) => dropBelow ?? [])
  for (const width of [...steps, cardsBelow, 1084, 1392]) {
    const shown = columnsAt(columns, width)
    const needed = shown.reduce((sum, { min }) => sum + min, gapAt(width) * (shown.length - 1))
    expect(needed + 2 * ROW_PADDING_PX, `${width} px`).toBeLessThanOrEqual(width)
  }
})

test('each step of a table has its own grid', () => {
  const columns = [
    { key: 'name', label: 'Name', min: 100, grow: 1 },
    { key: 'note', label: 'Note', min: 50, dropBelow: 400 },
  ]
  expect(rowGrid(columns).split('\n')).toEqual([
    'grid-template-columns: minmax(100px, 1fr) 50px; column-gap: 16px;',
    '@container list (width < 1084px) { grid-template-columns: minmax(100px, 1fr) 50px; column-gap: 12px; }',
    '@container list (width < 400px) { grid-template-columns: minmax(100px, 1fr); column-gap: 12px; }',
  ])
})
