import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { describeError } from '#src/session/describe-error.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'

const Bar = styled('div')`
  margin-bottom: 16px;
`

/** A page of one project while it has none: projects load, did not load, or there is none for it. */
export function NoProject(props: {
  icon: LucideIcon
  title: string
  text: string
  /** Below the placeholder of the project's select. */
  placeholder?: ReactNode
}) {
  const { isLoading, failure } = useProjects()
  if (isLoading)
    return (
      <div aria-busy="true">
        <Bar>
          <Skeleton width={240} height={40} radius={8} />
        </Bar>
        {props.placeholder}
      </div>
    )
  return (
    <Surface>
      {failure ? (
        <ErrorState
          title="Your projects did not load"
          text={describeError(failure.error)}
          onRetry={failure.retry}
        />
      ) : (
        <EmptyState icon={props.icon} title={props.title} text={props.text} />
      )}
    </Surface>
  )
}
