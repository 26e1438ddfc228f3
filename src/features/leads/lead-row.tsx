import type { ReactNode } from 'react'
import { formatInstant } from '#src/domain/record-formats.ts'
import { Address } from '#src/records/Address.tsx'
import { Badge } from '#src/ui/Badge.tsx'
import { Fact, Facts } from '#src/records/facts.ts'
import { DateTime, RowDateTime } from '#src/records/DateTime.tsx'
import { ProjectName } from '#src/records/ProjectName.tsx'
import type { CardParts, Dropped } from '#src/records/RecordList.tsx'
import type { TableColumn } from '#src/records/table-columns.ts'
import type { Lead } from '#src/wire/leads.ts'

/** What a row's look depends on besides the row. */
export interface RowContext {
  colours: ReadonlyMap<string, string>
  now: Date
}

export const leadColumns: readonly TableColumn[] = [
  { key: 'open', label: 'Details', min: 16, isLabelHidden: true },
  { key: 'wallet', label: 'Wallet Address', min: 140 },
  { key: 'email', label: 'Email', min: 200, grow: 2 },
  { key: 'mobile', label: 'Mobile', min: 152, grow: 1, dropBelow: 872 },
  { key: 'created', label: 'Created At', min: 168, dropBelow: 708 },
  { key: 'verified', label: 'Email Verified', min: 96 },
]
export const LEAD_CARDS_BELOW_PX = 528

function None() {
  return <span className="t3">None</span>
}

function Verified({ lead }: { lead: Lead }) {
  return lead.is_email_verified === 1 ? (
    <Badge tone="positive">Verified</Badge>
  ) : (
    <Badge>Unverified</Badge>
  )
}

export function leadCells(lead: Lead, look: RowContext): Record<string, ReactNode> {
  return {
    wallet: lead.wallet_address ? (
      <Address value={lead.wallet_address} what="wallet address" />
    ) : (
      <None />
    ),
    email: lead.email ? (
      <span className="trunc" title={lead.email}>
        {lead.email}
      </span>
    ) : (
      <None />
    ),
    mobile: lead.mobile ? (
      <span className="num t2 trunc" title={lead.mobile}>
        {lead.mobile}
      </span>
    ) : (
      <None />
    ),
    created: <RowDateTime instant={lead.created_at} now={look.now} />,
    verified: <Verified lead={lead} />,
  }
}

export function leadCard(lead: Lead, look: RowContext): CardParts {
  return {
    label: `${lead.project_id} lead of ${formatInstant(lead.created_at)}`,
    head: (
      <>
        <ProjectName name={lead.project_id} colour={look.colours.get(lead.project_id) ?? 'grey'} />
        <Verified lead={lead} />
      </>
    ),
    lines: [
      {
        start: (
          <span
            className="trunc"
            style={{ fontSize: 16, color: 'var(--text-1)' }}
            title={lead.email ?? undefined}
          >
            {lead.email ? lead.email : <None />}
          </span>
        ),
      },
      {
        start: lead.mobile ? (
          <span className="num trunc" title={lead.mobile}>
            {lead.mobile}
          </span>
        ) : (
          <None />
        ),
        end: <RowDateTime instant={lead.created_at} now={look.now} />,
      },
    ],
    foot: lead.wallet_address ? (
      <Address value={lead.wallet_address} what="wallet address" isQuiet />
    ) : (
      <None />
    ),
  }
}

const whole = (value: string) => value

/** What a lead opens to: what the row has no room for, in full. */
export function LeadDetails({ lead, dropped }: { lead: Lead; dropped: Dropped }) {
  const facts: [string, ReactNode][] = [
    // Here with its year: not repeated where the table drops it.
    [
      'Created At',
      <DateTime key="at" instant={lead.created_at} text={formatInstant(lead.created_at)} />,
    ],
    ['Email', lead.email],
    [
      'Wallet Address',
      lead.wallet_address && (
        <Address value={lead.wallet_address} what="wallet address" cut={whole} isBare />
      ),
    ],
    ['Preferred contact time', lead.preferred_contact_time],
    ['Investment amount', lead.investment_amount],
    ['Project', lead.project_id],
  ]
  return (
    <Facts>
      {dropped('mobile')}
      {facts.map(([label, value]) => (
        <Fact key={label}>
          <dt>{label}</dt>
          <dd>{value ? value : <None />}</dd>
        </Fact>
      ))}
    </Facts>
  )
}
