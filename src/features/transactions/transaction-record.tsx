import {
  formatAmount,
  formatInstant,
  formatPaid,
  formatRecent,
} from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { RecordProject } from '#src/projects/ProjectName.tsx'
import { Address } from '#src/records/cells/Address.tsx'
import { RowDateTime } from '#src/records/cells/DateTime.tsx'
import { noteCount } from '#src/records/cells/note-count.tsx'
import { ProofWords } from '#src/records/cells/ProofMark.tsx'
import { PurchaseMarks } from '#src/records/cells/PurchaseMarks.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { StatusLabel } from '#src/records/cells/StatusLabel.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { defineRecord, type RecordColumn, type RowContext } from '#src/records/record-definition.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { styled } from '#src/ui/theme.ts'
import { transactionCalls, type Transaction } from '#src/wire/transactions.ts'
import { BonusTransactions } from './BonusTransactions.tsx'
import { priceOf } from './purchase-facts.ts'
import { StatusCell } from './StatusCell.tsx'

/** Purchases, newest first. The details show the bonuses of one purchase. */
export const transactionRecord = defineRecord<Transaction>({
  label: 'Transactions',
  list: { call: transactionCalls.listTransactions, idOf: (row) => row.id },
  search: [
    {
      name: 'walletAddress',
      label: 'Wallet Address',
      placeholder: 'Address, or its beginning, 0x…',
    },
    { name: 'hash', label: 'Transaction Hash', placeholder: 'Hash, or its beginning, 0x…' },
    {
      name: 'source_id',
      label: 'Order Id',
      placeholder: 'Id on the site, or its beginning',
      needs: 'exports',
    },
  ],
  sorts: [
    { column: 'date', by: 'created_at', order: 'desc', label: 'Newest first' },
    { column: 'date', by: 'created_at', order: 'asc', label: 'Oldest first' },
    { column: 'usd', by: 'payment_usd_amount', order: 'desc', label: 'Highest USD first' },
    { column: 'usd', by: 'payment_usd_amount', order: 'asc', label: 'Lowest USD first' },
  ],
  filtersNeed: 'search',
  head: {
    total: transactionCalls.sumTransactions,
    csv: { call: transactionCalls.exportTransactions, name: 'transactions' },
    noun: 'purchase',
    sums: ['usd'],
    note: 'The sum of completed purchases that are not voided.',
  },
  csv: {
    fileName: 'transactions.csv',
    columns: [
      { head: 'Transaction ID', value: (row) => row.id },
      { head: 'Status', value: (row) => row.status },
      { head: 'Project', value: (row) => row.project_id },
      { head: 'Stage', value: (row) => row.stage_name },
      { head: 'Wallet', value: (row) => row.wallet_address },
      { head: 'Paid', value: (row) => row.payment_token_amount },
      { head: 'Payment token', value: (row) => row.payment_token_name },
      { head: 'USD', value: (row) => row.payment_usd_amount },
      { head: 'Tokens bought', value: (row) => row.tokens_bought },
      { head: 'Transaction hash', value: (row) => row.transaction_hash },
      { head: 'Type', value: (row) => row.type },
      { head: 'Created at', value: (row) => row.created_at },
      { head: 'Id on the site', value: (row) => row.source_id ?? null },
      { head: 'Price', value: (row) => row.price ?? null },
      { head: 'Unusual price', value: (row) => (row.price_is_unusual === 1 ? 'yes' : null) },
      { head: 'Received at', value: (row) => row.received?.at ?? null },
      { head: 'Received by', value: (row) => row.received?.key_name ?? null },
      { head: 'Voided at', value: (row) => row.voided?.at ?? null },
      { head: 'Voided by', value: (row) => row.voided?.by ?? null },
      { head: 'Void reason', value: (row) => row.voided?.reason ?? null },
      { head: 'Proof', value: (row) => row.proof?.state ?? null },
      { head: 'Proof reason', value: (row) => row.proof?.reason ?? null },
    ],
  },
  isNewestFirst: true,
  live: { kinds: ['transactions', 'notes'], noun: 'purchase' },
  emptyTitle: 'No transactions found',
  filledBy: 'Purchases appear here once the presale site sends them.',
  columns: [
    {
      key: 'status',
      label: 'Status',
      // A status, its proof and a count of one digit.
      min: 138,
      inOneProject: { min: 92, grow: 0.8 },
      cell: (row) => <StatusCell purchase={row} />,
    },
    {
      key: 'project',
      label: 'Project',
      min: 72,
      grow: 1,
      cell: (row, context) => <RecordProject row={row} context={context} />,
    },
    {
      key: 'stage',
      label: 'Stage',
      min: 80,
      grow: 1,
      dropBelow: 1118,
      inOneProject: { dropBelow: 860 },
      cell: (row) =>
        row.stage_name === null ? (
          <InProgress />
        ) : (
          <span className="t2 trunc" title={row.stage_name}>
            <MiddleText text={row.stage_name} isInTrunc />
          </span>
        ),
    },
    {
      key: 'wallet',
      label: 'Wallet',
      min: 140,
      inOneProject: { min: 134 },
      cell: (row) => <Wallet row={row} />,
    },
    {
      key: 'paid',
      label: 'Paid',
      min: 128,
      grow: 1,
      align: 'end',
      endSlot: 44,
      dropBelow: 994,
      inOneProject: { min: 104, dropBelow: 702 },
      cell: (row, context) => (
        <InCurrency>
          <span className="trunc" title={paidTitle(row, context)}>
            <Paid row={row} context={context} />
          </span>
          <span className="trunc" title={row.payment_token_name ?? undefined}>
            {row.payment_token_name}
          </span>
        </InCurrency>
      ),
    },
    {
      key: 'usd',
      label: 'USD',
      min: 104,
      inOneProject: { min: 84 },
      grow: 1,
      align: 'end',
      cell: (row, context) => <Figure text={usdText(row, context)} isStrong isWrapped />,
    },
    {
      key: 'tokens',
      label: 'Tokens bought',
      min: 172,
      grow: 1.4,
      align: 'end',
      endSlot: 52,
      dropBelow: 854,
      inOneProject: { min: 92, endSlot: 0, dropBelow: 592 },
      cell: (row, context) => {
        const slot = context.isOneProject ? 0 : 52
        return row.tokens_bought === null ? (
          <span className="trunc" style={{ paddingRight: slot }}>
            <InProgress />
          </span>
        ) : (
          <Tokens row={row} context={context} slot={slot} />
        )
      },
    },
    {
      key: 'date',
      label: 'Date',
      min: 92,
      inOneProject: { min: 84 },
      align: 'end',
      cell: (row, { now }) => <Created row={row} now={now} />,
    },
  ],
  cardsBelow: 660,
  card: (row, context) => ({
    label: `${row.project_id} purchase of ${formatInstant(row.created_at)}`,
    head: (
      <>
        <RecordProject row={row} context={context} />
        <span className="t3 small trunc">
          <MiddleText text={row.stage_name ?? 'In Progress'} />
        </span>
        {noteCount(row.notes)}
        <StatusLabel status={row.status} />
        <PurchaseMarks purchase={row} isShort />
      </>
    ),
    lines: [
      {
        start: <Figure text={usdText(row, context)} size="figure" isWrapped />,
        end: <Created row={row} now={context.now} />,
      },
      {
        start: (
          <span className="trunc" title={row.payment_token_name ?? undefined}>
            <Paid row={row} context={context} /> {row.payment_token_name}
          </span>
        ),
        end:
          row.proof == null ? (
            <Tokens row={row} context={context} slot={0} />
          ) : (
            <ProofWords proof={row.proof} />
          ),
      },
      ...(row.proof == null || row.tokens_bought === null
        ? []
        : [
            {
              start: (
                <TokenAmount
                  amount={row.tokens_bought}
                  unit={row.project_id}
                  isMasked={context.privacy}
                />
              ),
            },
          ]),
    ],
    foot: <Wallet row={row} isQuiet />,
  }),
  detailsLabel: 'Bonus transactions',
  details: (row, dropped) => <BonusTransactions transaction={row} dropped={dropped} />,
})

const PRICED: Partial<Record<string, RecordColumn<Transaction>['cell']>> = {
  usd: (row, context) => (
    <TwoLines>
      <Figure text={usdText(row, context)} isStrong isWrapped />
      <AtPrice row={row} context={context} />
    </TwoLines>
  ),
}

/** The same with the price of each purchase, for a list that a price filters. */
export const pricedTransactionRecord: typeof transactionRecord = {
  ...transactionRecord,
  columns: transactionRecord.columns.map((column) => ({
    ...column,
    cell: PRICED[column.key] ?? column.cell,
  })),
  card: (row, context) => {
    const { lines, ...card } = transactionRecord.card(row, context)
    const [usd, ...others] = lines
    if (usd === undefined) return { ...card, lines }
    const start = (
      <span>
        {usd.start} <AtPrice row={row} context={context} />
      </span>
    )
    return { ...card, lines: [{ ...usd, start }, ...others] }
  },
}

const TwoLines = styled('span')`
  display: grid;
  justify-items: end;
  min-width: 0;
`

const InCurrency = styled('span')`
  display: flex;
  min-width: 0;
  color: var(--text-2);
  & > :last-child {
    flex: none;
    width: 44px;
    padding-left: 4px;
    text-align: left;
    color: var(--text-3);
  }
`

type RowProps = { row: Transaction; context: RowContext<Transaction> }

function Wallet(props: { row: Transaction; isQuiet?: boolean }) {
  const { project_id: projectId, wallet_address: address } = props.row
  return (
    <Address
      value={address}
      what="wallet address"
      of={{ kind: 'wallet', projectId }}
      isQuiet={props.isQuiet}
    />
  )
}

/** When a purchase was made, which links to its page. */
function Created({ row, now }: { row: Transaction; now: Date }) {
  return (
    <RecordLink
      kind="transaction"
      projectId={row.project_id}
      id={row.id}
      className="t3 small"
      label={`Transaction ${row.id}, ${formatRecent(row.created_at, now)}`}
    >
      <RowDateTime instant={row.created_at} now={now} />
    </RecordLink>
  )
}

/** Stands for a value that a purchase gets at a later status. */
function InProgress() {
  return <span className="t3">In Progress</span>
}

function Paid({ row, context }: RowProps) {
  if (row.payment_token_amount === null) return <InProgress />
  if (context.privacy) return <Mask blocks={5} />
  return <>{formatPaid(row.payment_token_amount, row.payment_token_name)}</>
}

/** The exact amount; undefined in privacy mode. */
function paidTitle(row: Transaction, { privacy }: RowContext<Transaction>): string | undefined {
  return privacy ? undefined : (row.payment_token_amount ?? undefined)
}

/** "at $0.021", of what was paid and bought; nothing for a purchase without tokens. */
function AtPrice({ row, context }: RowProps) {
  const price = priceOf(row.payment_usd_amount, row.tokens_bought)
  if (price === null) return null
  return (
    <small className="t2 small num">at {context.privacy ? <Mask blocks={5} /> : `$${price}`}</small>
  )
}

function usdText(row: Transaction, { privacy }: RowContext<Transaction>): string {
  if (row.payment_usd_amount === null) return '–'
  return privacy ? mask('amount') : `$${formatAmount(row.payment_usd_amount, 2)}`
}

function Tokens({ row, context, slot }: RowProps & { slot: number }) {
  if (row.tokens_bought === null) return <InProgress />
  return (
    <TokenAmount
      amount={row.tokens_bought}
      unit={context.isOneProject && slot === 0 ? undefined : row.project_id}
      isMasked={context.privacy}
      slot={slot}
    />
  )
}
