import type { ComponentProps } from 'react'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { RecordProject } from '#src/projects/ProjectName.tsx'
import { Address } from '#src/records/cells/Address.tsx'
import { DateTime, RowDateTime } from '#src/records/cells/DateTime.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { Fact, Facts, None } from '#src/records/page/Facts.tsx'
import { defineRecord } from '#src/records/record-definition.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { css } from '#src/ui/theme.ts'
import { leadCalls, type Lead } from '#src/wire/leads.ts'

const cardEmail = css`
  font-size: 16px;
  color: var(--text-1);
`

/** Contacts from the presale sites, newest first. */
export const leadRecord = defineRecord<Lead>({
  label: 'Leads',
  list: { call: leadCalls.listLeads, idOf: (row) => row.id },
  search: [
    {
      name: 'q',
      label: 'E-mail or mobile',
      placeholder: 'E-mail or mobile number, or its beginning',
      needs: 'exports',
    },
  ],
  filtersNeed: 'exports',
  head: { total: leadCalls.sumLeads, noun: 'lead', sums: [] },
  isNewestFirst: true,
  live: { kinds: ['leads'], noun: 'lead' },
  one: 'lead',
  emptyTitle: 'No leads found',
  filledBy: 'Contacts appear here once the presale site sends them.',
  columns: [
    {
      key: 'wallet',
      label: 'Wallet Address',
      min: 140,
      cell: (lead) => <Wallet lead={lead} />,
    },
    {
      key: 'email',
      label: 'Email',
      min: 200,
      grow: 2,
      cell: (lead) => <Email lead={lead} />,
    },
    {
      key: 'mobile',
      label: 'Mobile',
      min: 152,
      grow: 1,
      dropBelow: 872,
      cell: ({ mobile }) =>
        mobile ? (
          <span className="num t2 trunc" title={mobile}>
            {mobile}
          </span>
        ) : (
          <None />
        ),
    },
    {
      key: 'created',
      label: 'Created At',
      min: 168,
      dropBelow: 708,
      cell: (lead, { now }) => <RowDateTime instant={lead.created_at} now={now} />,
    },
    {
      key: 'verified',
      label: 'Email Verified',
      min: 96,
      cell: (lead) => <Verified lead={lead} />,
    },
  ],
  cardsBelow: 528,
  card: (lead, context) => ({
    label: `${lead.project_id} lead of ${formatInstant(lead.created_at)}`,
    head: (
      <>
        <RecordProject row={lead} context={context} />
        <Verified lead={lead} />
      </>
    ),
    lines: [
      {
        start: <Email lead={lead} className={cardEmail} />,
      },
      {
        start: lead.mobile ? (
          <span className="num trunc" title={lead.mobile}>
            {lead.mobile}
          </span>
        ) : (
          <None />
        ),
        end: <RowDateTime instant={lead.created_at} now={context.now} />,
      },
    ],
    foot: <Wallet lead={lead} isQuiet />,
  }),
  details: (lead, dropped) => (
    <Facts>
      {dropped('mobile')}
      {/* With the year, so not repeated where the table drops the column. */}
      <Fact label="Created At">
        <DateTime instant={lead.created_at} text={formatInstant(lead.created_at)} />
      </Fact>
      <Fact label="Email">
        <Email lead={lead} />
      </Fact>
      <Fact label="Wallet Address">
        <Wallet lead={lead} cut={null} isBare />
      </Fact>
      <Fact label="Preferred contact time">{lead.preferred_contact_time}</Fact>
      <Fact label="Investment amount">{lead.investment_amount}</Fact>
      <Fact label="Project">
        <RecordLink kind="project" projectId={lead.project_id} id={lead.project_id}>
          {lead.project_id}
        </RecordLink>
      </Fact>
    </Facts>
  ),
})

function Verified({ lead }: { lead: Lead }) {
  return lead.is_email_verified === 1 ? (
    <Badge tone="positive">Verified</Badge>
  ) : (
    <Badge>Unverified</Badge>
  )
}

type WalletProps = Pick<ComponentProps<typeof Address>, 'cut' | 'isBare' | 'isQuiet'>

function Wallet({ lead, ...props }: { lead: Lead } & WalletProps) {
  const { project_id: projectId, wallet_address: address } = lead
  if (!address) return <None />
  return (
    <Address {...props} value={address} what="wallet address" of={{ kind: 'wallet', projectId }} />
  )
}

function Email({ lead, className = '' }: { lead: Lead; className?: string }) {
  const { id, email, project_id: projectId } = lead
  if (!email) return <None />
  return (
    <RecordLink
      kind="lead"
      projectId={projectId}
      id={id}
      className={`trunc ${className}`}
      title={email}
    >
      <MiddleText text={email} />
    </RecordLink>
  )
}
