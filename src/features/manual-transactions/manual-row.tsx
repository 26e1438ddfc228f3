import type { ReactNode } from 'react'
import { formatMoment } from '#src/domain/record-formats.ts'
import { Address } from '#src/ui/Address.tsx'
import { Moment } from '#src/ui/Moment.tsx'
import { ProjectName } from '#src/ui/ProjectName.tsx'
import type { CardParts } from '#src/ui/RecordList.tsx'
import type { TableColumn } from '#src/ui/table-columns.ts'
import { TokenAmount } from '#src/ui/TokenAmount.tsx'
import type { ManualTransaction } from '#src/wire/wallets.ts'

/** What a row's look depends on besides the row. */
export interface RowLook {
  colours: ReadonlyMap<string, string>
  privacy: boolean
}

export const manualColumns: readonly TableColumn[] = [
  { key: 'id', label: 'ID', track: '40px' },
  { key: 'project', label: 'Project', track: '72px' },
  { key: 'wallet', label: 'Wallet', track: '156px' },
  { key: 'tokens', label: 'Tokens', track: '168px', align: 'end', endSlot: 56 },
  { key: 'reason', label: 'Reason', track: 'minmax(0, 1fr)' },
  { key: 'authorizer', label: 'Authorizer', track: '168px', hideBelow: 1200 },
  { key: 'created', label: 'Created at', track: '128px', align: 'end' },
]

function Reason({ text }: { text: string | null }) {
  if (!text) return <span className="t3">None</span>
  return (
    <span className="t2 trunc" title={text} style={{ display: 'block' }}>
      {text}
    </span>
  )
}

export function manualCells(row: ManualTransaction, look: RowLook): Record<string, ReactNode> {
  return {
    id: <span className="num t3">{row.id}</span>,
    project: (
      <ProjectName name={row.project_id} colour={look.colours.get(row.project_id) ?? 'grey'} />
    ),
    wallet: <Address value={row.wallet_address} what="wallet address" />,
    tokens: (
      <TokenAmount amount={row.tokens} unit={row.project_id} isMasked={look.privacy} slot={56} />
    ),
    reason: <Reason text={row.reason} />,
    authorizer: (
      <span className="t2 trunc" style={{ display: 'block' }} title={row.authorizer ?? undefined}>
        {row.authorizer ?? 'None'}
      </span>
    ),
    created: (
      <Moment className="t3 small" instant={row.created_at} text={formatMoment(row.created_at)} />
    ),
  }
}

export function manualCard(row: ManualTransaction, look: RowLook): CardParts {
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
        start: row.reason ? row.reason : <span className="t3">None</span>,
      },
      {
        start: <span className="t3 small">{row.authorizer ?? 'None'}</span>,
        end: (
          <Moment
            className="t3 small"
            instant={row.created_at}
            text={formatMoment(row.created_at)}
          />
        ),
      },
    ],
    foot: <Address value={row.wallet_address} what="wallet address" isQuiet />,
  }
}
