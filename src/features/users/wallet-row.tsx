import type { ReactNode } from 'react'
import { formatInstant } from '#src/domain/record-formats.ts'
import { Address } from '#src/records/Address.tsx'
import { RowDateTime } from '#src/records/DateTime.tsx'
import { ProjectName } from '#src/records/ProjectName.tsx'
import type { CardParts } from '#src/records/RecordList.tsx'
import type { TableColumn } from '#src/records/table-columns.ts'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import type { Wallet } from '#src/wire/wallets.ts'
import { AddTokensButton } from './AddTokensButton.tsx'

/** What a row's look depends on besides the row. */
export interface RowContext {
  colours: ReadonlyMap<string, string>
  privacy: boolean
  now: Date
  onAddTokens: (wallet: Wallet) => void
}

export const walletColumns: readonly TableColumn[] = [
  { key: 'open', label: 'Details', min: 16, isLabelHidden: true },
  { key: 'project', label: 'Project', min: 72, grow: 1 },
  { key: 'wallet', label: 'Wallet', min: 140 },
  { key: 'referrer', label: 'Referred by', min: 148, grow: 1, dropBelow: 736 },
  { key: 'code', label: 'Referral code', min: 96, grow: 1, dropBelow: 844 },
  { key: 'total', label: 'Total tokens', min: 172, grow: 1.4, align: 'end', endSlot: 56 },
  { key: 'created', label: 'Created at', min: 92, align: 'end', dropBelow: 948 },
  { key: 'act', label: 'Actions', min: 88, align: 'end', isLabelHidden: true },
]
export const WALLET_CARDS_BELOW_PX = 576

export function walletCells(row: Wallet, look: RowContext): Record<string, ReactNode> {
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
    created: <RowDateTime instant={row.created_at} now={look.now} />,
    act: <AddTokensButton onClick={() => look.onAddTokens(row)} />,
  }
}

export function walletCard(row: Wallet, look: RowContext): CardParts {
  return {
    label: `${row.project_id} wallet of ${formatInstant(row.created_at)}`,
    head: (
      <>
        <ProjectName name={row.project_id} colour={look.colours.get(row.project_id) ?? 'grey'} />
        <RowDateTime instant={row.created_at} now={look.now} />
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
          <span className="mono trunc" title={row.referral_code}>
            {row.referral_code}
          </span>
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
