import { Eye } from 'lucide-react'
import { READ_ONLY } from '#src/domain/people/read-only.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Line = styled('p')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 28px;
  padding: 0 8px;
  font: var(--t-small);
  color: var(--text-3);
  ${MOBILE} {
    min-height: 40px;
  }
`

/** At the foot of the sidebar of people who only look. */
export function ReaderLine() {
  return (
    <Line>
      <Icon of={Eye} size={14} />
      {READ_ONLY}
    </Line>
  )
}
