import { useProjects } from '#src/api/projects.ts'
import { useMayWrite } from '#src/state/session.ts'
import { styled } from '#src/ui/theme.ts'
import { usePendingApprovals } from './approval-queries.ts'

const Count = styled('span')`
  min-width: 20px;
  height: 20px;
  margin-left: auto;
  padding: 0 6px;
  border-radius: var(--r-full);
  background: var(--warning-tint);
  color: var(--warning);
  font: 500 11px/20px var(--font);
  font-variant-numeric: tabular-nums;
  text-align: center;
`

/**
 * The requests of the selected projects that wait for this person's decision: none of people who only
 * look. The number is only seen; `id` is that of the text which describes the link.
 */
export function ApprovalCount({ id }: { id: string }) {
  const { selected } = useProjects()
  const { data = [] } = usePendingApprovals(selected)
  const mayDecide = useMayWrite()
  const count = data.filter(({ is_own: isOwn }) => isOwn === 0).length
  if (count === 0 || !mayDecide) return null
  const text = `${count} waiting for your approval`
  return (
    <>
      <Count aria-hidden title={text}>
        {count > 99 ? '99+' : count}
      </Count>
      <span id={id} hidden>
        {text}
      </span>
    </>
  )
}
