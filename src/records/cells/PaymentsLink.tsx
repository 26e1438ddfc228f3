import { Link } from 'wouter'
import { figureFormat } from '#src/domain/text/mask.ts'
import { PAYMENTS_HREF } from '#src/records/record-hrefs.ts'
import { searchWithFilters } from '#src/state/filters.ts'
import { useLinkedFilters } from '#src/state/use-linked-filters.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { css, MOBILE } from '#src/ui/theme.ts'

const link = css`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  color: var(--accent);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  ${MOBILE} {
    min-height: 44px;
  }
`

/** "4 payments without a purchase", which leads to them. */
export function PaymentsLink(props: {
  count: number
  isMasked: boolean
  /** Only those of this project; of the selected ones unless given. */
  projectId?: string
  className?: string
}) {
  const { count, isMasked, projectId, className = '' } = props
  const now = useLinkedFilters()
  const selectedProjects = projectId === undefined ? now.selectedProjects : [projectId]
  return (
    <Link
      href={PAYMENTS_HREF + searchWithFilters('', { ...now, selectedProjects })}
      className={`${link} ${className}`}
    >
      <span>
        <MaskableText text={figureFormat(isMasked).count(count)} />{' '}
        {count === 1 && !isMasked ? 'payment' : 'payments'} without a purchase
      </span>
    </Link>
  )
}
