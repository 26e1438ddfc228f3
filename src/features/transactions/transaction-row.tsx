import type { ReactNode } from 'react'
import { mask } from '#src/domain/mask.ts'
import { formatAmount, formatMoment, formatPaid, formatRecent } from '#src/domain/record-formats.ts'
import { Address } from '#src/ui/Address.tsx'
import { Figure } from '#src/ui/Figure.tsx'
import { Mask } from '#src/ui/Mask.tsx'
import { Moment } from '#src/ui/Moment.tsx'
import { ProjectName } from '#src/ui/ProjectName.tsx'
import type { CardParts } from '#src/ui/RecordList.tsx'
import { StatusLabel } from '#src/ui/StatusLabel.tsx'
import type { TableColumn } from '#src/ui/table-columns.ts'
import { styled } from '#src/ui/theme.ts'
import { TokenAmount } from '#src/ui/TokenAmount.tsx'
import type { Transaction } from '#src/wire/transactions.ts'

/** What a row's look depends on besides the row. */
export interface RowLook {
  colours: ReadonlyMap<string, string>
  privacy: boolean
  now: Date
}

export const transactionColumns: readonly TableColumn[] = [
  { key: 'open', label: 'Bonus transactions', track: '16px', isLabelHidden: true },
  { key: 'status', label: 'Status', track: '108px' },
  { key: 'project', label: 'Project', track: '72px' },
  { key: 'stage', label: 'Stage', track: '80px', hideBelow: 1200 },
  { key: 'wallet', label: 'Wallet', track: '156px' },
  { key: 'paid', label: 'Paid', track: '132px', align: 'end', endSlot: 44 },
  { key: 'usd', label: 'USD', track: '112px', align: 'end' },
  { key: 'tokens', label: 'Tokens bought', track: 'minmax(0, 1fr)', align: 'end', endSlot: 52 },
  { key: 'date', label: 'Date', track: '88px', align: 'end', hideBelow: 1000 },
]

const UnitSlot = styled('span')`
  display: inline-block;
  width: 44px;
  padding-left: 4px;
  text-align: left;
  vertical-align: bottom;
  color: var(--text-3);
`

/** A value that the purchase has not come to yet. */
function InProgress() {
  return <span className="t3">In Progress</span>
}

function Paid({ row, look }: { row: Transaction; look: RowLook }) {
  if (row.payment_token_amount === null) return <InProgress />
  if (look.privacy) return <Mask blocks={5} />
  return <>{formatPaid(row.payment_token_amount, row.payment_token_name)}</>
}

function usdText(row: Transaction, look: RowLook): string {
  if (row.payment_usd_amount === null) return '–'
  return look.privacy ? mask('amount') : `$${formatAmount(row.payment_usd_amount, 2)}`
}

function Tokens({ row, look, slot }: { row: Transaction; look: RowLook; slot: number }) {
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

export function transactionCells(row: Transaction, look: RowLook): Record<string, ReactNode> {
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
      <span className="t2">
        <Paid row={row} look={look} />
        <UnitSlot className="trunc" title={row.payment_token_name ?? undefined}>
          {row.payment_token_name}
        </UnitSlot>
      </span>
    ),
    usd: <Figure text={usdText(row, look)} isStrong isWrapped />,
    tokens:
      row.tokens_bought === null ? (
        <span style={{ paddingRight: 52 }}>
          <InProgress />
        </span>
      ) : (
        <Tokens row={row} look={look} slot={52} />
      ),
    date: (
      <Moment
        className="t3 small"
        instant={row.created_at}
        text={formatRecent(row.created_at, look.now)}
      />
    ),
  }
}

export function transactionCard(row: Transaction, look: RowLook): CardParts {
  return {
    label: `${row.project_id} purchase of ${formatMoment(row.created_at)}`,
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
        end: (
          <Moment
            className="t3 small"
            instant={row.created_at}
            text={formatRecent(row.created_at, look.now)}
          />
        ),
      },
      {
        start: (
          <>
            <Paid row={row} look={look} /> {row.payment_token_name}
          </>
        ),
        end: <Tokens row={row} look={look} slot={0} />,
      },
    ],
    foot: <Address value={row.wallet_address} what="wallet address" isQuiet />,
  }
}
