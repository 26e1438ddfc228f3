import { pluralize } from '#src/domain/text/text.ts'
import { describeError } from '#src/session/describe-error.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { styled } from '#src/ui/theme.ts'
import type { FoundEverything } from './use-found.ts'

const Row = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 44px;
  padding: 4px 12px;
  color: var(--text-2);
  & > p {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > button {
    flex: none;
  }
`

/**
 * What is said above the list: why no record is shown, that the search is slow, or why it failed. A
 * screen reader also hears how much was found.
 */
export function FindMessages(props: { found: FoundEverything; isTyped: boolean; count: number }) {
  const { found, isTyped, count } = props
  const { error, isSlow, isSearching, nothing } = found
  const message =
    error !== null
      ? describeError(error)
      : isSlow
        ? 'The search takes longer than usual.'
        : (nothing ?? (isSearching && count === 0 ? 'Searching…' : null))
  const summary = isSearching ? '' : pluralize(count, 'result')
  return (
    <>
      {message !== null && (
        <Row>
          <p>{message}</p>
          {(error !== null || isSlow) && (
            <Button size="sm" onClick={found.retry}>
              Try again
            </Button>
          )}
        </Row>
      )}
      {/* Always there: a live region that appears with its text is not read out. */}
      <p className="sr" role="status">
        {isTyped ? [message, summary].filter(Boolean).join('. ') : ''}
      </p>
    </>
  )
}
