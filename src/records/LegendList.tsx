import { Popover, PopoverDisclosure, usePopoverStore } from '@ariakit/react/popover'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { DROPS } from '#src/ui/menu.ts'
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
const Panel = styled('div')`
  z-index: var(--z-dropdown);
  min-width: 160px;
  max-width: min(320px, calc(100vw - 16px));
  max-height: min(var(--popover-available-height, 400px), 400px);
  padding: 8px 12px;
  overflow-y: auto;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  box-shadow: var(--e-2);
  outline: none;
  ${DROPS}
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
  const store = usePopoverStore({ placement: 'bottom-end' })
  return (
    <>
      <PopoverDisclosure
        store={store}
        render={<Trigger />}
        {...(text.startsWith('+') ? { 'aria-label': `${text.slice(1)} more projects` } : {})}
      >
        {text}
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </PopoverDisclosure>
      <Popover
        store={store}
        portal
        unmountOnHide
        gutter={4}
        overflowPadding={8}
        aria-label="Projects"
        render={<Panel />}
      >
        <ul>{children}</ul>
      </Popover>
    </>
  )
}
