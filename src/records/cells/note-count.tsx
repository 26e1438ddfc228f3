import { MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { pluralize } from '#src/domain/text/text.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'

const Root = styled('span')`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 3px;
  color: var(--text-3);
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
`

function NoteCount({ count }: { count: number }) {
  const text = pluralize(count, 'note')
  return (
    <Root role="img" aria-label={text} title={text} className="notes">
      <Icon of={MessageSquareText} size={14} />
      {count}
    </Root>
  )
}

/**
 * How many notes a record has, after what it is. Null without notes, and of a server without them: most
 * rows have none, and lists have many rows.
 */
export function noteCount(count: number | undefined): ReactNode {
  return count === undefined || count === 0 ? null : <NoteCount count={count} />
}
