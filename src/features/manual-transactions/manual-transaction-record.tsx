import { reversalOf } from '#src/credits/corrections/correction.ts'
import { CorrectionButton } from '#src/credits/corrections/CorrectionButton.tsx'
import { RowActions } from '#src/credits/corrections/RowActions.ts'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { RecordProject } from '#src/projects/ProjectName.tsx'
import { Address } from '#src/records/cells/Address.tsx'
import { DateTime, RowDateTime } from '#src/records/cells/DateTime.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { ReversedBadge } from '#src/records/cells/ReversedBadge.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { Fact, Facts, None } from '#src/records/page/Facts.tsx'
import { defineRecord } from '#src/records/record-definition.ts'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { styled } from '#src/ui/theme.ts'
import { manualTransactionCalls, type ManualTransaction } from '#src/wire/manual-transactions.ts'

/** A row has room for two lines; the details show the whole text. */
const TwoLines = styled('span')`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: normal;
  color: var(--text-2);
`

const Marked = styled('span')`
  display: grid;
  justify-items: start;
  gap: 2px;
`

/** Credits, newest first. */
export const manualTransactionRecord = defineRecord<ManualTransaction>({
  label: 'Manual transactions',
  list: { call: manualTransactionCalls.listManualTransactions, idOf: (row) => row.id },
  search: [
    {
      name: 'walletAddress',
      param: 'wallet_address',
      label: 'Wallet Address',
      placeholder: 'Wallet address, or its beginning, 0x…',
    },
  ],
  head: {
    total: manualTransactionCalls.sumManualTransactions,
    csv: { call: manualTransactionCalls.exportManualTransactions, name: 'manual-transactions' },
    noun: 'credit',
    sums: ['tokens'],
    note: 'Without credits that were reversed.',
  },
  isNewestFirst: true,
  live: { kinds: ['manual_transactions'], noun: 'credit' },
  one: 'manual transaction',
  emptyTitle: 'No transactions found',
  filledBy: 'Tokens that are added to a wallet in User Search appear here.',
  columns: [
    {
      key: 'id',
      label: 'ID',
      min: 40,
      dropBelow: 1020,
      cell: (row) => <CreditId row={row} className="num t3 trunc" />,
    },
    {
      key: 'project',
      label: 'Project',
      min: 72,
      cell: (row, context) => <RecordProject row={row} context={context} />,
    },
    {
      key: 'wallet',
      label: 'Wallet',
      min: 140,
      cell: (row) => (
        <Address value={row.wallet_address} what="wallet address" of={walletOf(row)} />
      ),
    },
    {
      key: 'tokens',
      label: 'Tokens',
      min: 172,
      align: 'end',
      endSlot: 56,
      cell: (row, { privacy }) => (
        <TokenAmount amount={row.tokens} unit={row.project_id} isMasked={privacy} slot={56} />
      ),
    },
    {
      key: 'reason',
      label: 'Reason',
      min: 160,
      grow: 1,
      cell: (row) => (
        <Marked>
          {row.reason ? <TwoLines title={row.reason}>{row.reason}</TwoLines> : <None />}
          <ReversedBadge credit={row} />
        </Marked>
      ),
    },
    {
      key: 'authorizer',
      label: 'Credited by',
      min: 168,
      dropBelow: 968,
      cell: (row) =>
        row.authorizer ? (
          <span className="t2 trunc" title={row.authorizer}>
            <MiddleText text={row.authorizer} isInTrunc />
          </span>
        ) : (
          <None />
        ),
    },
    {
      key: 'created',
      label: 'Created at',
      min: 128,
      align: 'end',
      dropBelow: 788,
      cell: (row, { now }) => <RowDateTime instant={row.created_at} now={now} />,
    },
  ],
  cardsBelow: 648,
  card: (row, context) => ({
    label: `${row.project_id} manual transaction ${row.id}`,
    head: (
      <>
        <RecordProject row={row} context={context} />
        <CreditId row={row} className="t3 small num" />
      </>
    ),
    lines: [
      {
        start: (
          <TokenAmount
            amount={row.tokens}
            unit={row.project_id}
            isMasked={context.privacy}
            size="figure"
          />
        ),
      },
      { start: row.reason ? row.reason : <None />, end: <ReversedBadge credit={row} /> },
      {
        start: (
          <span className="t3 small trunc" title={row.authorizer ?? undefined}>
            {row.authorizer ?? 'None'}
          </span>
        ),
        end: <RowDateTime instant={row.created_at} now={context.now} />,
      },
    ],
    foot: <Address value={row.wallet_address} what="wallet address" of={walletOf(row)} isQuiet />,
  }),
  details: (row, dropped) => (
    <>
      <Facts>
        {dropped('id')}
        {dropped('authorizer')}
        {row.approved_by != null && <Fact label="Approved by">{row.approved_by}</Fact>}
        {/* With the year, so not repeated where the table drops the column. */}
        <Fact label="Created at">
          <DateTime instant={row.created_at} text={formatInstant(row.created_at)} />
        </Fact>
        <Fact label="Wallet address">
          <Address
            value={row.wallet_address}
            what="wallet address"
            of={walletOf(row)}
            cut={null}
            isBare
          />
        </Fact>
        {row.transaction_id && (
          <Fact label="Credited purchase" valueClass="num">
            <RecordLink kind="transaction" projectId={row.project_id} id={row.transaction_id}>
              {row.transaction_id}
            </RecordLink>
          </Fact>
        )}
        <Fact label="Reason">
          {row.reason && <span style={{ whiteSpace: 'pre-line' }}>{row.reason}</span>}
        </Fact>
        {row.reversed != null && (
          <Fact label="Reversed">
            <span>
              by {row.reversed.by},{' '}
              <DateTime instant={row.reversed.at} text={formatInstant(row.reversed.at)} />:{' '}
              {row.reversed.reason}
            </span>
          </Fact>
        )}
      </Facts>
      {row.reversed == null && (
        <RowActions>
          <CorrectionButton size="sm" subject={reversalOf(row)} />
        </RowActions>
      )}
    </>
  ),
})

const walletOf = (row: ManualTransaction) =>
  ({ kind: 'wallet', projectId: row.project_id }) as const

function CreditId({ row, className }: { row: ManualTransaction; className: string }) {
  return (
    <RecordLink
      kind="credit"
      projectId={row.project_id}
      id={row.id}
      className={className}
      title={row.id}
    >
      {row.id}
    </RecordLink>
  )
}
