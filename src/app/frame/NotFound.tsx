import { Compass } from 'lucide-react'
import { Link } from 'wouter'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { styled } from '#src/ui/theme.ts'

const Action = styled('span')`
  margin-top: 12px;
  color: var(--accent);
  font: var(--t-label);
  &:hover {
    text-decoration: underline;
  }
`

/** Shown for an unknown path. In AppLayout the top bar has the title already. */
export function NotFound({ hasTitle = false }: { hasTitle?: boolean }) {
  return (
    <>
      {hasTitle && <h1 tabIndex={-1}>Not Found</h1>}
      <EmptyState
        icon={Compass}
        title="There is no page at this address"
        action={
          <Action>
            <Link href="/">Go to Home</Link>
          </Action>
        }
      />
    </>
  )
}
