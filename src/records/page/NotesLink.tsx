import { MessageSquareText } from 'lucide-react'
import type { MouseEvent } from 'react'
import { pluralize } from '#src/domain/text/text.ts'
import { NOTES_ID } from '#src/records/notes/notes-anchor.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { css, MOBILE } from '#src/ui/theme.ts'

const link = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 3px;
  color: var(--text-3);
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  & > span {
    color: var(--text-2);
    text-decoration: underline;
    text-decoration-color: var(--text-disabled);
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
    transition: color var(--d-1);
  }
  &:hover > span,
  &:focus-visible > span {
    color: var(--accent);
    text-decoration-color: currentColor;
  }
  ${MOBILE} {
    min-width: 44px;
    min-height: 44px;
    margin: -12px 0;
  }
`

function showNotes(event: MouseEvent): void {
  // In another tab, the address leads there.
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const card = document.getElementById(NOTES_ID)
  card?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  card?.focus({ preventScroll: true })
}

/** "2 notes" in the head of a record, which leads to them. Nothing without notes. */
export function NotesLink({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null
  return (
    <a href={`#${NOTES_ID}`} className={link} onClick={showNotes}>
      <Icon of={MessageSquareText} size={14} />
      <span>{pluralize(count, 'note')}</span>
    </a>
  )
}
