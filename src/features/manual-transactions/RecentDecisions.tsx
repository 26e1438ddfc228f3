import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { useNewestApprovals } from '#src/credits/approval-queries.ts'
import { ApprovalSentence, ApprovalTokens } from '#src/credits/ApprovalSentence.tsx'
import { formatRecent } from '#src/domain/sale/record-formats.ts'
import { RecordLinks } from '#src/records/cells/RecordLink.tsx'
import { ShortLink } from '#src/records/cells/ShortLink.tsx'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { PanelBox, PanelHead } from '#src/ui/lists/Panel.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { Badge, type BadgeTone } from '#src/ui/text/Badge.tsx'
import type { Approval, ApprovalState } from '#src/wire/approval.ts'

const BADGES: Readonly<Record<ApprovalState, { tone: BadgeTone; text: string }>> = {
  pending: { tone: 'warning', text: 'Pending' },
  approved: { tone: 'positive', text: 'Approved' },
  rejected: { tone: 'negative', text: 'Rejected' },
  expired: { tone: 'neutral', text: 'Expired' },
  cancelled: { tone: 'line', text: 'Cancelled' },
}

/** The decided ones among the newest requests, behind a button. Nothing while there are none. */
export function RecentDecisions() {
  const { selected } = useProjects()
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(filters)
  const { data } = useNewestApprovals(selected)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const decided = data?.results.filter(({ state }) => state !== 'pending') ?? []
  if (decided.length === 0) return null
  const now = new Date(asOf)
  return (
    <PanelBox aria-labelledby={id}>
      <PanelHead>
        <h2 id={id}>Recent decisions</h2>
        <span>{decided.length}</span>
        <IconButton
          label={isOpen ? 'Hide recent decisions' : 'Show recent decisions'}
          icon={isOpen ? ChevronDown : ChevronRight}
          tooltip={false}
          aria-expanded={isOpen}
          aria-controls={`${id}-rows`}
          onClick={() => setOpen(!isOpen)}
        />
      </PanelHead>
      <div id={`${id}-rows`} hidden={!isOpen}>
        {isOpen && (
          <RecordLinks>
            {decided.map((approval) => (
              <DecisionRow key={approval.id} approval={approval} isMasked={privacy} now={now} />
            ))}
          </RecordLinks>
        )}
      </div>
    </PanelBox>
  )
}

function DecisionRow(props: { approval: Approval; isMasked: boolean; now: Date }) {
  const { approval, now } = props
  const { project_id: project, wallet_address: address, decided_at: at } = approval
  const badge = BADGES[approval.state]
  const decision = [
    approval.decided_by === null ? badge.text : `${badge.text} by ${approval.decided_by}`,
    at === null ? '' : formatRecent(at, now),
  ]
  return (
    <PanelRow
      // Without the amount, which privacy mode hides.
      title={`${project} ${address}`}
      wraps
      name={
        <>
          {approval.kind !== 'credit' && (
            <>
              <ApprovalSentence approval={approval} />,{' '}
            </>
          )}
          <ApprovalTokens approval={approval} hasUnit isMasked={props.isMasked} isExact />{' '}
          {approval.kind === 'credit' ? 'to' : 'of'}{' '}
          <ShortLink kind="wallet" projectId={project} id={address} />
        </>
      }
      line={
        <small>
          {decision.filter(Boolean).join(', ')}. Requested by {approval.requested_by}.
        </small>
      }
    >
      <Badge tone={badge.tone}>{badge.text}</Badge>
    </PanelRow>
  )
}
