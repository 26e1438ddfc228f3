import { ChevronRight } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { settingsHref } from '#src/records/page-hrefs.ts'
import { purchasesHref } from '#src/records/purchases-href.ts'
import { filters } from '#src/state/filters.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { css, MOBILE } from '#src/ui/theme.ts'
import type { LineRows } from './settlement-lines.ts'

const box = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  width: 28px;
  height: 28px;
  margin-block: -2px;
  border-radius: var(--r-sm);
  color: var(--text-2);
  &:hover {
    background: var(--surface-3);
    color: var(--text-1);
  }
  ${MOBILE} {
    width: 44px;
    height: 44px;
    margin: 0;
  }
`

/** Leads from a line to what it adds up: a list of purchases, or the terms of the project. */
export function RowsLink(props: {
  projectId: string
  /** The period of the line. */
  range: TimeRange
  line: string
  rows: LineRows
}) {
  const { projectId, range, rows } = props
  const now = useSnapshot(filters)
  const href =
    rows.is === 'terms'
      ? settingsHref(projectId)
      : purchasesHref(
          {
            projects: [projectId],
            range,
            status: rows.status,
            ...(rows.paymentToken === undefined
              ? {}
              : { values: { payment_token: [rows.paymentToken] } }),
          },
          now,
        )
  return (
    <Link href={href} className={`rows ${box}`} aria-label={`Show the rows of ${props.line}`}>
      <Icon of={ChevronRight} />
    </Link>
  )
}
