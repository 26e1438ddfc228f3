import type { ReactNode } from 'react'
import { formatMoment, formatRecent } from '#src/domain/record-formats.ts'
import { Address } from '#src/ui/Address.tsx'
import { Moment } from '#src/ui/Moment.tsx'
import { ProjectName } from '#src/ui/ProjectName.tsx'
import type { CardParts } from '#src/ui/RecordList.tsx'
import type { TableColumn } from '#src/ui/table-columns.ts'
import { TokenAmount } from '#src/ui/TokenAmount.tsx'
import type { Wallet } from '#src/wire/wallets.ts'
import { AddTokensButton } from './AddTokensButton.tsx'

/** What a row's look depends on besides the row. */
export interface RowLook {
  colours: ReadonlyMap<string, string>
  privacy: boolean
  now: Date
  onAddTokens: (wallet: Wallet) => void
}

export const walletColumns: readonly TableColumn[] = [
  { key: 'open', label: 'Details', track: '16px', isLabelHidden: true },
  { key: 'project', label: 'Project', track: '80px' },
  { key: 'wallet', label: 'Wallet', track: '168px' },
  { key: 'referrer', label: 'Referred by', track: 'minmax(0, 1fr)' },
  { key: 'code', label: 'Referral code', track: '120px', hideBelow: 1200 },
  { key: 'total', label: 'Total tokens', track: '196px', align: 'end', endSlot: 56 },
  { key: 'created', label: 'Created at', track: '104px', align: 'end', hideBelow: 1100 },
  { key: 'act', label: 'Actions', track: '104px', align: 'end', isLabelHidden: true },
]

export function walletCells(row: Wallet, look: RowLook): Record<string, ReactNode> {
  return {
    project: (
      <ProjectName name={row.project_id} colour={look.colours.get(row.project_id) ?? 'grey'} />
    ),
    wallet: <Address value={row.wallet_address} what="wallet address" />,
    referrer: row.referred_by ? (
      <Address value={row.referred_by} what="referrer" isQuiet />
    ) : (
      <span className="t3">Not Referred</span>
    ),
    code: row.referral_code ? (
      <span className="mono t2 trunc" title={row.referral_code}>
        {row.referral_code}
      </span>
    ) : (
      <span className="t3">Default</span>
    ),
    total: (
      <TokenAmount
        amount={row.total_tokens}
        unit={row.project_id}
        isMasked={look.privacy}
        slot={56}
      />
    ),
    created: (
      <Moment
        className="t3 small"
        instant={row.created_at}
        text={formatRecent(row.created_at, look.now)}
      />
    ),
    act: <AddTokensButton onClick={() => look.onAddTokens(row)} />,
  }
}

export function walletCard(row: Wallet, look: RowLook): CardParts {
  return {
    label: `${row.project_id} wallet of ${formatMoment(row.created_at)}`,
    head: (
      <>
        <ProjectName name={row.project_id} colour={look.colours.get(row.project_id) ?? 'grey'} />
        <Moment
          className="t3 small"
          instant={row.created_at}
          text={formatRecent(row.created_at, look.now)}
        />
      </>
    ),
    lines: [
      {
        start: (
          <TokenAmount
            amount={row.total_tokens}
            unit={row.project_id}
            isMasked={look.privacy}
            size="figure"
          />
        ),
      },
      {
        start: <span className="t3">Referred by</span>,
        end: row.referred_by ? (
          <Address value={row.referred_by} what="referrer" isQuiet isBare />
        ) : (
          <span className="t3">Not Referred</span>
        ),
      },
      {
        start: <span className="t3">Referral code</span>,
        end: row.referral_code ? (
          <span className="mono">{row.referral_code}</span>
        ) : (
          <span className="t3">Default</span>
        ),
      },
    ],
    foot: (
      <>
        <Address value={row.wallet_address} what="wallet address" isQuiet />
        <span className="action" style={{ marginLeft: 'auto' }}>
          <AddTokensButton onClick={() => look.onAddTokens(row)} />
        </span>
      </>
    ),
  }
}
