import type { ReactNode } from 'react'
import { counted } from '#src/domain/counted.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'
import { Surface } from './Surface.ts'
import { styled } from './theme.ts'
import { TopBarSlot } from './TopBarSlot.tsx'

const PLACEHOLDERS = ['first', 'second', 'third']

const Placeholder = styled(Surface)`
  display: flex;
  align-items: center;
  height: 56px;
  margin-bottom: 12px;
  padding: 0 24px;
`

/**
 * A page of one card per project: their count beside its title, and in their place placeholders,
 * what failed with a way to try again, or that there is none.
 */
export function ProjectCards(props: {
  count: number
  isPending: boolean
  /** What failed while there is nothing to show. */
  failure: { title: string; text: string; onRetry: () => void; isRetrying: boolean } | null
  empty: string
  children: ReactNode
}) {
  const { count, isPending, failure } = props
  return (
    <div aria-busy={isPending}>
      {count > 0 && <TopBarSlot place="note">{counted(count, 'project')}</TopBarSlot>}
      {isPending &&
        PLACEHOLDERS.map((name) => (
          <Placeholder key={name} as="div" aria-hidden>
            <Skeleton width={96} height={16} />
          </Placeholder>
        ))}
      {!isPending && count === 0 && (
        <Surface>
          {failure ? <ErrorState {...failure} /> : <EmptyState title={props.empty} />}
        </Surface>
      )}
      {props.children}
    </div>
  )
}
