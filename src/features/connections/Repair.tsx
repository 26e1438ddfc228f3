import { Link } from 'wouter'
import { repairOf } from '#src/domain/sale/notice-reasons.ts'
import { settingsHref } from '#src/records/page-hrefs.ts'
import { css } from '#src/ui/theme.ts'

const way = css`
  margin-left: 8px;
  color: var(--text-1);
  text-decoration: underline;
  text-underline-offset: 3px;
`

/** The way to the setting that is missing; nothing for other reasons. */
export function Repair({ projectId, reason }: { projectId: string; reason: string | null }) {
  const repair = repairOf(reason)
  if (repair === null) return null
  return (
    <Link className={way} href={settingsHref(projectId, repair.field)}>
      {repair.label}
    </Link>
  )
}
