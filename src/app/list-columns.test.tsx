import { expect, test } from 'vitest'
import { activityRecord } from '#src/features/activity/activity-record.tsx'
import { allocationRecord } from '#src/features/allocations/wallets/allocation-record.tsx'
import { bonusCodeRecord } from '#src/features/bonus-codes/bonus-code-record.tsx'
import { keyRecord } from '#src/features/connections/key-record.tsx'
import { refusalRecord } from '#src/features/connections/refusal-record.tsx'
import { leadRecord } from '#src/features/leads/lead-record.tsx'
import { manualTransactionRecord } from '#src/features/manual-transactions/manual-transaction-record.tsx'
import { PLAIN_LAYOUT, WITH_FACTOR_LAYOUT } from '#src/features/team/member-columns.ts'
import { transactionRecord } from '#src/features/transactions/transaction-record.tsx'
import { walletRecord } from '#src/features/users/wallet-record.tsx'
import {
  columnsAt,
  gapAt,
  ROW_PADDING_PX,
  rowGrid,
  type TableColumn,
} from '#src/records/list/table-columns.ts'
import { forOneProject } from '#src/records/record-definition.ts'

const noAction = () => undefined

const LISTS = [
  ['Transactions', transactionRecord, ['stage', 'paid', 'tokens']],
  ['Transactions of one project', forOneProject(transactionRecord), ['stage', 'paid', 'tokens']],
  ['Users', walletRecord, ['code', 'referrer', 'purchases', 'paid', 'created']],
  [
    'Users of one project',
    forOneProject(walletRecord),
    ['code', 'referrer', 'purchases', 'paid', 'created'],
  ],
  ['Manual transactions', manualTransactionRecord, ['id', 'authorizer', 'created']],
  ['Bonus codes', bonusCodeRecord, ['valid', 'uses', 'usd']],
  [
    'Allocations',
    allocationRecord('AURA', { id: '7', number: 2, decimals: 18 }),
    ['credited', 'purchased', 'bonus'],
  ],
  [
    'Allocations without a list',
    allocationRecord('AURA', null),
    ['credited', 'purchased', 'bonus'],
  ],
  ['Leads', leadRecord, ['mobile', 'created']],
  ['Activity', activityRecord, ['from', 'project']],
  ['Team', PLAIN_LAYOUT, ['seen']],
  ['Team with second factors', WITH_FACTOR_LAYOUT, ['seen', 'factor']],
  ['Keys', keyRecord({ onRotate: noAction, onRevoke: noAction }), ['refused']],
  ['Refused events', refusalRecord('AURA'), []],
] as const

test.each(LISTS)('%s: columns are dropped in their order', (_name, { columns }, order) => {
  const dropped = columns.filter(({ dropBelow }) => dropBelow !== undefined)
  const first = dropped.toSorted((a, b) => (b.dropBelow ?? 0) - (a.dropBelow ?? 0))
  expect(first.map(({ key }) => key)).toEqual(order)
})

test.each(LISTS)('%s: the columns fit at every width', (_name, { columns, cardsBelow }) => {
  const steps = columns.flatMap(({ dropBelow }) => dropBelow ?? [])
  for (const width of [...steps, cardsBelow, 1084, 1392]) {
    const shown = columnsAt(columns, width)
    const needed = shown.reduce((sum, { min }) => sum + min, gapAt(width) * (shown.length - 1))
    expect(needed + 2 * ROW_PADDING_PX, `${width} px`).toBeLessThanOrEqual(width)
  }
})

test.each(LISTS)(
  '%s: text after right-aligned figures keeps its distance',
  (_name, { columns }) => {
    const isEnd = (column?: TableColumn) => column?.align === 'end' && !column.endSlot
    const steps = columns.flatMap(({ dropBelow: from }) => (from === undefined ? [] : [from - 1]))
    for (const width of [...steps, 1392]) {
      const shown: readonly TableColumn[] = columnsAt(columns, width)
      const tight = shown.filter(
        (column, at) => isEnd(shown[at - 1]) && column.align !== 'end' && !column.startSlot,
      )
      expect(
        tight.map(({ key }) => key),
        `${width} px`,
      ).toEqual([])
    }
  },
)

test('a list of one project keeps Paid and Tokens at 1024 px, beside the sidebar and a scrollbar', () => {
  const { columns } = forOneProject(transactionRecord)
  const table = 1024 - 256 - 2 * 24 - 2 - 15
  expect(columnsAt(columns, table).map(({ key }) => key)).toEqual([
    'expand',
    'status',
    'wallet',
    'paid',
    'usd',
    'tokens',
    'date',
  ])
})

test('checkboxes of purchases stand in the padding of the rows', () => {
  const [first] = transactionRecord.columns
  expect(first).toMatchObject({ key: 'expand', min: 24, outset: ROW_PADDING_PX })
})

test('a sortable column is a column of the list, and has an order that can be turned round', () => {
  const { sorts = [], columns } = transactionRecord
  expect(sorts[0]).toMatchObject({ by: 'created_at', order: 'desc' })
  for (const { column, by } of sorts) {
    expect(columns.map(({ key }) => key)).toContain(column)
    const orders = sorts.filter((sort) => sort.by === by).map(({ order }) => order)
    expect(orders).toEqual(['desc', 'asc'])
  }
})

test('each breakpoint of a table has its own grid', () => {
  const columns = [
    { key: 'name', label: 'Name', min: 100, grow: 1 },
    { key: 'note', label: 'Note', min: 50, dropBelow: 400 },
  ]
  expect(rowGrid(columns).split('\n')).toEqual([
    'grid-template-columns: minmax(100px, 1fr) 50px; column-gap: 16px;',
    '@container list (width < 1084px) { grid-template-columns: minmax(100px, 1fr) 50px; column-gap: 12px; }',
    '@container list (width < 732px) { grid-template-columns: minmax(100px, 1fr) 50px; column-gap: 8px; }',
    '@container list (width < 400px) { grid-template-columns: minmax(100px, 1fr); column-gap: 8px; }',
  ])
})
