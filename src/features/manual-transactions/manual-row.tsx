import type { ReactNode } from 'react'
import { formatInstant } from '#src/domain/record-formats.ts'
import { Address } from '#src/records/Address.tsx'
import { Fact, Facts } from '#src/records/facts.ts'
import { DateTime, RowDateTime } from '#src/records/DateTime.tsx'
import { ProjectName } from '#src/records/ProjectName.tsx'
import type { CardParts, Dropped } from '#src/records/RecordList.tsx'
import type { TableColumn } from '#src/records/table-columns.ts'
import { styled } from '#src/ui/theme.ts'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import type { ManualTransaction } from '#src/wire/wallets.ts'

/** What a row's look depends on besides the row. */
export interface RowContext {
  colours: ReadonlyMap<string, string>
  privacy: boolean
  now: Date
}

export const manualColumns: readonly TableColumn[] = [
  { key: 'open', label: 'Details', min: 16, isLabelHidden: true },
  { key: 'id', label: 'ID', min: 40, dropBelow: 1020 },
  { key: 'project', label: 'Project', min: 72 },
  { key: 'wallet', label: 'Wallet', min: 140 },
  { key: 'tokens', label: 'Tokens', min: 172, align: 'end', endSlot: 56 },
  { key: 'reason', label: 'Reason', min: 160, grow: 1 },
  { key: 'authorizer', label: 'Authorizer', min: 168, dropBelow: 968 },
  { key: 'created', label: 'Created at', min: 128, align: 'end', dropBelow: 788 },
]
export const MANUAL_CARDS_BELOW_PX = 648

/** Two lines have room in a row; the opened one has all of it. */
const TwoLines = styled('span')`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: normal;
  color: var(--text-2);
`

function None() {
  return <span className="t3">None</span>
}

export function manualCells(row: ManualTransaction, look: RowContext): Record<string, ReactNode> {
  return {
    id: (
      <span className="num t3 trunc" title={row.id}>
        {row.id}
      </span>
    ),
    project: (
      <ProjectName name={row.project_id} colour={look.colours.get(row.project_id) ?? 'grey'} />
    ),
    wallet: <Address value={row.wallet_address} what="wallet address" />,
    tokens: (
      <TokenAmount amount={row.tokens} unit={row.project_id} isMasked={look.privacy} slot={56} />
    ),
    reason: row.reason ? <TwoLines title={row.reason}>{row.reason}</TwoLines> : <None />,
    authorizer: row.authorizer ? (
      <span className="t2 trunc" title={row.authorizer}>
        {row.authorizer}
      </span>
    ) : (
      <None />
    ),
    created: <RowDateTime instant={row.created_at} now={look.now} />,
  }
}

export function manualCard(row: ManualTransaction, look: RowContext): CardParts {
  return {
    label: `${row.project_id} manual transaction ${row.id}`,
    head: (
      <>
        <ProjectName name={row.project_id} colour={look.colours.get(row.project_id) ?? 'grey'} />
        <span className="t3 small num">{row.id}</span>
      </>
    ),
    lines: [
      {
        start: (
          <TokenAmount
            amount={row.tokens}
            unit={row.project_id}
            isMasked={look.privacy}
            size="figure"
          />
        ),
      },
      {
        start: row.reason ? row.reason : <None />,
      },
      {
        start: (
          <span className="t3 small trunc" title={row.authorizer ?? undefined}>
            {row.authorizer ?? 'None'}
          </span>
        ),
        end: <RowDateTime instant={row.created_at} now={look.now} />,
      },
    ],
    foot: <Address value={row.wallet_address} what="wallet address" isQuiet />,
  }
}

const whole = (value: string) => value

/** What a credit opens to: what the row has no room for, in full. */
export function ManualDetails({ row, dropped }: { row: ManualTransaction; dropped: Dropped }) {
  return (
    <Facts>
      {dropped('id')}
      {dropped('authorizer')}
      {/* Here with its year: not repeated where the table drops it. */}
      <Fact>
        <dt>Created at</dt>
        <dd>
          <DateTime instant={row.created_at} text={formatInstant(row.created_at)} />
        </dd>
      </Fact>
      <Fact>
        <dt>Wallet address</dt>
        <dd>
          <Address value={row.wallet_address} what="wallet address" cut={whole} isBare />
        </dd>
      </Fact>
      <Fact>
        <dt>Reason</dt>
        <dd>{row.reason ? row.reason : <None />}</dd>
      </Fact>
    </Facts>
  )
}
