import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { PopoverBox, PopoverList } from '#src/ui/controls/PopoverList.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Trigger = styled('button')`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  flex: none;
  height: 24px;
  padding: 0 6px;
  border-radius: var(--r-sm);
  color: var(--text-2);
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  &:hover,
  &[aria-expanded='true'] {
    background: var(--surface-2);
    color: var(--text-1);
  }
  ${MOBILE} {
    height: 44px;
    margin: -8px -6px -14px;
  }
`
const Box = styled(PopoverBox)`
  min-width: 160px;
  max-width: min(320px, calc(100vw - 16px));
  padding: 8px 12px;
  & li {
    min-height: 28px;
    font: var(--t-body);
    color: var(--text-1);
  }
  & li .trunc {
    max-width: none;
  }
`

/** A legend button that opens a list of projects. */
export function LegendList({ text, children }: { text: string; children: ReactNode }) {
  return (
    <PopoverList
      label="Projects"
      placement="bottom-end"
      button={{
        ...(text.startsWith('+') ? { 'aria-label': `${text.slice(1)} more projects` } : {}),
        render: <Trigger />,
        children: (
          <>
            {text}
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </>
        ),
      }}
      box={<Box />}
    >
      {children}
    </PopoverList>
  )
}
