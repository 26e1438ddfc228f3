import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 56px;
  padding: 8px 20px;
  border-top: 1px solid var(--line);
  ${MOBILE} {
    padding: 8px 16px;
  }
`
const IconBox = styled('span')`
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
const Text = styled('div')`
  display: grid;
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
  & > small {
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-3);
  }
`

/** A row of a panel: what it is, a line about it, and its actions at the end. */
export function PanelRow(props: {
  icon?: LucideIcon
  title: string
  /** `small` elements. */
  line: ReactNode
  children: ReactNode
}) {
  return (
    <Root>
      {props.icon && (
        <IconBox>
          <Icon of={props.icon} />
        </IconBox>
      )}
      <Text>
        <span className="trunc" title={props.title}>
          {props.title}
        </span>
        {props.line}
      </Text>
      {props.children}
    </Root>
  )
}
