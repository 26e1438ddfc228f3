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

/** What a line adds up: a list of purchases of its period, or the terms of the project. */
export function useRowsHref(projectId: string, range: TimeRange, rows: LineRows): string {
  const now = useSnapshot(filters)
  if (rows.is === 'terms') return settingsHref(projectId)
  const { status, values } = rows
  return purchasesHref(
    { projects: [projectId], range, status, ...(values === undefined ? {} : { values }) },
    now,
  )
}

/** Leads from a line to what it adds up. */
export function RowsLink(props: {
  projectId: string
  /** The period of the line. */
  range: TimeRange
  line: string
  rows: LineRows
}) {
  const href = useRowsHref(props.projectId, props.range, props.rows)
  return (
    <Link href={href} className={`rows ${box}`} aria-label={`Show the rows of ${props.line}`}>
      <Icon of={ChevronRight} />
    </Link>
  )
}
