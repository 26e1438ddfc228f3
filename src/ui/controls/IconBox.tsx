import type { LucideIcon } from 'lucide-react'
import { styled } from '#src/ui/theme.ts'
import { Icon } from './Icon.tsx'

const Box = styled('span')`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  color: var(--text-2);
`

/** The icon at the start of a panel's row. */
export function IconBox({ of }: { of: LucideIcon }) {
  return (
    <Box aria-hidden>
      <Icon of={of} />
    </Box>
  )
}
