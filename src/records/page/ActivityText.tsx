import { useQuery } from '@tanstack/react-query'
import { Fragment, useMemo } from 'react'
import type { AuditedRecord } from '#src/api/audit.ts'
import { useAdministration } from '#src/api/features.ts'
import { teamQuery } from '#src/api/team.ts'
import type { ActivityPart } from '#src/domain/people/activity-parts.ts'
import { describeActivity } from '#src/domain/people/activity-text.ts'
import { MASK_LABEL, mask } from '#src/domain/text/mask.ts'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { useUser } from '#src/state/session.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import type { AuditEntry } from '#src/wire/audit.ts'

const COLOURS = { plain: undefined, negative: 'var(--negative)', warning: 'var(--warning)' }

/** The email address of an account by its id. Others than admins know their own only. */
function usePersonName(): (id: string) => string {
  const user = useUser()
  const administers = useAdministration()
  const { data } = useQuery({ ...teamQuery, enabled: administers })
  return (id) => {
    if (id === user?.id) return user.email
    return data?.find((member) => member.id === id)?.email ?? `account ${id}`
  }
}

/** What an entry says, with links to the records that it names. Figures are masked in privacy mode. */
export function ActivityText(props: {
  entry: AuditEntry
  isMasked: boolean
  /** Among the activity of this record, which is not named again. */
  about?: AuditedRecord | undefined
  className?: string | undefined
}) {
  const { entry, isMasked, about } = props
  const { title, tone, parts: all } = useMemo(() => describeActivity(entry), [entry])
  const parts = all.filter(
    (part) => part.is !== 'record' || part.kind !== about?.object || part.id !== about.id,
  )
  const nameOf = usePersonName()
  const textOf = (part: ActivityPart): string => {
    if (part.is === 'person') return nameOf(part.id)
    if (part.is === 'figure' && isMasked) return [MASK_LABEL, part.unit].filter(Boolean).join(' ')
    return part.is === 'record' ? wholeName(part) : part.text
  }
  const tooltip = [title, ...parts.map(textOf)]
  return (
    <span className={props.className} title={tooltip.join(' ')}>
      <span style={{ fontWeight: 500, color: COLOURS[tone] }}>{title}</span>
      <span className="t2">
        {parts.map((part, index) => (
          // Parts have no identity besides their position.
          <Fragment key={index}>
            {' '}
            {part.is === 'record' && entry.project_id !== null ? (
              <RecordLink
                kind={part.kind}
                projectId={entry.project_id}
                id={part.id}
                className="mono"
                title={wholeName(part)}
                label={wholeName(part)}
              >
                {part.text}
              </RecordLink>
            ) : part.is === 'figure' ? (
              <span className="num">
                <MaskableText text={isMasked ? mask(part.slot) : part.text} />
                {isMasked && part.unit !== undefined && ` ${part.unit}`}
              </span>
            ) : part.is === 'record' ? (
              part.text
            ) : (
              textOf(part)
            )}
          </Fragment>
        ))}
      </span>
    </span>
  )
}

/** An address is shortened in the sentence. */
function wholeName(record: Extract<ActivityPart, { is: 'record' }>): string {
  return record.kind === 'wallet' ? record.id : record.text
}
