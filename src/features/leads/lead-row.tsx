import type { ReactNode } from 'react'
import { formatMoment } from '#src/domain/record-formats.ts'
import { Address } from '#src/ui/Address.tsx'
import { Badge } from '#src/ui/Badge.tsx'
import { Moment } from '#src/ui/Moment.tsx'
import { ProjectName } from '#src/ui/ProjectName.tsx'
import type { CardParts } from '#src/ui/RecordList.tsx'
import type { TableColumn } from '#src/ui/table-columns.ts'
import type { Lead } from '#src/wire/leads.ts'

export const leadColumns: readonly TableColumn[] = [
  { key: 'wallet', label: 'Wallet Address', track: '216px' },
  { key: 'email', label: 'Email', track: 'minmax(0, 1fr)' },
  { key: 'mobile', label: 'Mobile', track: '200px' },
  { key: 'created', label: 'Created At', track: '184px', hideBelow: 1100 },
  { key: 'verified', label: 'Email Verified', track: '128px' },
]

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

export function leadCells(lead: Lead): Record<string, ReactNode> {
  return {
    wallet: lead.wallet_address ? (
      <Address value={lead.wallet_address} what="wallet address" />
    ) : (
      <None />
    ),
    email: lead.email ? (
      <span className="trunc" style={{ display: 'block' }} title={lead.email}>
        {lead.email}
      </span>
    ) : (
      <None />
    ),
    mobile: lead.mobile ? (
      <span className="num t2 trunc" style={{ display: 'block' }} title={lead.mobile}>
        {lead.mobile}
      </span>
    ) : (
      <None />
    ),
    created: (
      <Moment className="t2" instant={lead.created_at} text={formatMoment(lead.created_at)} />
    ),
    verified: <Verified lead={lead} />,
  }
}

export function leadCard(lead: Lead, colours: ReadonlyMap<string, string>): CardParts {
  return {
    label: `${lead.project_id} lead of ${formatMoment(lead.created_at)}`,
    head: (
      <>
        <ProjectName name={lead.project_id} colour={colours.get(lead.project_id) ?? 'grey'} />
        <Verified lead={lead} />
      </>
    ),
    lines: [
      {
        start: (
          <span style={{ fontSize: 16, color: 'var(--text-1)', overflowWrap: 'anywhere' }}>
            {lead.email ? lead.email : <None />}
          </span>
        ),
      },
      {
        start: lead.mobile ? <span className="num">{lead.mobile}</span> : <None />,
        end: (
          <Moment
            className="t3 small"
            instant={lead.created_at}
            text={formatMoment(lead.created_at)}
          />
        ),
      },
    ],
    foot: lead.wallet_address ? (
      <Address value={lead.wallet_address} what="wallet address" isQuiet />
    ) : (
      <None />
    ),
  }
}
