import type { ReactElement } from 'react'
import { pluralize } from '#src/domain/text/text.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'

const PLACEHOLDERS = ['first', 'second', 'third']

const Placeholder = styled(Surface)`
  display: flex;
  align-items: center;
  height: 56px;
  margin-bottom: 12px;
  padding: 0 24px;
`

/**
 * A page of one card per project, with their count beside the page's title. Missing cards show as
 * placeholders while they load, then as an error with a retry button, or as an empty state.
 */
export function ProjectCards(props: {
  /** One per selected project, with a key; null while its data is missing. */
  cards: readonly (ReactElement | null)[]
  isPending: boolean
  /** Shown only if a card is missing. */
  failure: { title: string; text: string; onRetry: () => void; isRetrying: boolean } | null
  empty: { title: string; text?: string }
}) {
  const { cards, isPending, failure } = props
  const count = cards.filter((card) => card !== null).length
  const isMissing = failure !== null && count < cards.length
  return (
    <div aria-busy={isPending}>
      {count > 0 && <TopBarSlot place="note">{pluralize(count, 'project')}</TopBarSlot>}
      {isPending && count === 0
        ? PLACEHOLDERS.map((name) => <CardPlaceholder key={name} />)
        : cards.map((card, at) => card ?? (isPending && <CardPlaceholder key={`missing ${at}`} />))}
      {!isPending && (count === 0 || isMissing) && (
        <Surface>{failure ? <ErrorState {...failure} /> : <EmptyState {...props.empty} />}</Surface>
      )}
    </div>
  )
}

function CardPlaceholder() {
  return (
    <Placeholder as="div" aria-hidden>
      <Skeleton width={96} height={16} />
    </Placeholder>
  )
}
