import type { ReactNode } from 'react'
import { mask } from '#src/domain/mask.ts'
import { formatAmount, formatInstant, formatPaid } from '#src/domain/record-formats.ts'
import { Address } from '#src/records/Address.tsx'
import { Figure } from '#src/ui/Figure.tsx'
import { Mask } from '#src/ui/Mask.tsx'
import { RowDateTime } from '#src/records/DateTime.tsx'
import { ProjectName } from '#src/records/ProjectName.tsx'
import type { CardParts } from '#src/records/RecordList.tsx'
import { StatusLabel } from './StatusLabel.tsx'
import type { TableColumn } from '#src/records/table-columns.ts'
import { styled } from '#src/ui/theme.ts'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import type { Transaction } from '#src/wire/transactions.ts'

/** What a row's look depends on besides the row. */
export interface RowContext {
  colours: ReadonlyMap<string, string>
  privacy: boolean
  now: Date
}

export const transactionColumns: readonly TableColumn[] = [
  { key: 'open', label: 'Bonus transactions', min: 16, isLabelHidden: true },
  { key: 'status', label: 'Status', min: 104 },
  { key: 'project', label: 'Project', min: 72, grow: 1 },
  { key: 'stage', label: 'Stage', min: 80, grow: 1, dropBelow: 1084 },
  { key: 'wallet', label: 'Wallet', min: 140 },
  { key: 'paid', label: 'Paid', min: 128, grow: 1, align: 'end', endSlot: 44, dropBelow: 960 },
  { key: 'usd', label: 'USD', min: 104, grow: 1, align: 'end' },
  {
    key: 'tokens',
    label: 'Tokens bought',
    min: 172,
    grow: 1.4,
    align: 'end',
    endSlot: 52,
    dropBelow: 820,
  },
  { key: 'date', label: 'Date', min: 92, align: 'end' },
]
export const TRANSACTION_CARDS_BELOW_PX = 640

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

/** A value that the purchase has not come to yet. */
function InProgress() {
  return <span className="t3">In Progress</span>
}

function Paid({ row, look }: { row: Transaction; look: RowContext }) {
  if (row.payment_token_amount === null) return <InProgress />
  if (look.privacy) return <Mask blocks={5} />
  return <>{formatPaid(row.payment_token_amount, row.payment_token_name)}</>
}

/** The exact amount, where it may be known. */
function paidTitle(row: Transaction, look: RowContext): string | undefined {
  return look.privacy ? undefined : (row.payment_token_amount ?? undefined)
}

function usdText(row: Transaction, look: RowContext): string {
  if (row.payment_usd_amount === null) return '–'
  return look.privacy ? mask('amount') : `$${formatAmount(row.payment_usd_amount, 2)}`
}

function Tokens({ row, look, slot }: { row: Transaction; look: RowContext; slot: number }) {
  if (row.tokens_bought === null) return <InProgress />
  return (
    <TokenAmount
      amount={row.tokens_bought}
      unit={row.project_id}
      isMasked={look.privacy}
      slot={slot}
    />
  )
}

export function transactionCells(row: Transaction, look: RowContext): Record<string, ReactNode> {
  return {
    status: <StatusLabel status={row.status} />,
    project: (
      <ProjectName name={row.project_id} colour={look.colours.get(row.project_id) ?? 'grey'} />
    ),
    stage:
      row.stage_name === null ? (
        <InProgress />
      ) : (
        <span className="t2 trunc" title={row.stage_name}>
          {row.stage_name}
        </span>
      ),
    wallet: <Address value={row.wallet_address} what="wallet address" />,
    paid: (
      <InCurrency>
        <span className="trunc" title={paidTitle(row, look)}>
          <Paid row={row} look={look} />
        </span>
        <span className="trunc" title={row.payment_token_name ?? undefined}>
          {row.payment_token_name}
        </span>
      </InCurrency>
    ),
    usd: <Figure text={usdText(row, look)} isStrong isWrapped />,
    tokens:
      row.tokens_bought === null ? (
        <span className="trunc" style={{ paddingRight: 52 }}>
          <InProgress />
        </span>
      ) : (
        <Tokens row={row} look={look} slot={52} />
      ),
    date: <RowDateTime instant={row.created_at} now={look.now} />,
  }
}

export function transactionCard(row: Transaction, look: RowContext): CardParts {
  return {
    label: `${row.project_id} purchase of ${formatInstant(row.created_at)}`,
    head: (
      <>
        <ProjectName name={row.project_id} colour={look.colours.get(row.project_id) ?? 'grey'} />
        <span className="t3 small trunc">{row.stage_name ?? 'In Progress'}</span>
        <StatusLabel status={row.status} />
      </>
    ),
    lines: [
      {
        start: <Figure text={usdText(row, look)} size="figure" isWrapped />,
        end: <RowDateTime instant={row.created_at} now={look.now} />,
      },
      {
        start: (
          <span className="trunc" title={row.payment_token_name ?? undefined}>
            <Paid row={row} look={look} /> {row.payment_token_name}
          </span>
        ),
        end: <Tokens row={row} look={look} slot={0} />,
      },
    ],
    foot: <Address value={row.wallet_address} what="wallet address" isQuiet />,
  }
}
