import { ChevronRight } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { settingsHref } from '#src/records/page-hrefs.ts'
import { filters, searchWithFilters } from '#src/state/filters.ts'
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
export function RowsLink(props: { projectId: string; line: string; rows: LineRows }) {
  const { projectId, rows } = props
  const now = useSnapshot(filters)
  const href = rows.is === 'terms' ? settingsHref(projectId) : purchasesHref(projectId, rows, now)
  return (
    <Link href={href} className={`rows ${box}`} aria-label={`Show the rows of ${props.line}`}>
      <Icon of={ChevronRight} />
    </Link>
  )
}

/** The list of these purchases. It has no period; the link keeps the selected one for the way back. */
function purchasesHref(
  projectId: string,
  { status, paymentToken }: Extract<LineRows, { is: 'purchases' }>,
  now: Parameters<typeof searchWithFilters>[1],
): string {
  const own = new URLSearchParams({ status })
  if (paymentToken !== undefined) own.set('payment_token', paymentToken)
  const search = searchWithFilters(own.toString(), { ...now, selectedProjects: [projectId] })
  return `/transactions${search}`
}
