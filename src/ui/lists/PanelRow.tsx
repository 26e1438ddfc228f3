import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconBox } from '#src/ui/controls/IconBox.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('div')<{ $isMain: boolean }>`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 56px;
  padding: 8px 20px;
  ${(p) => (p.$isMain ? 'flex-wrap: wrap;' : '')}
  &:not(:first-child) {
    border-top: 1px solid var(--line);
  }
  ${MOBILE} {
    padding: 8px 16px;
    ${(p) => (p.$isMain ? '& > div + * { flex: 1 1 100%; }' : '')}
  }
  /* Beside a badge and a button, a text would have no room for its words. */
  @media (max-width: 360px) {
    flex-wrap: wrap;
    justify-content: flex-end;
  }
`
const Text = styled('div')<{ $isMain: boolean }>`
  display: grid;
  flex: 1 1 ${(p) => (p.$isMain ? '140px' : '0')};
  min-width: 0;
  overflow-wrap: anywhere;
  @media (max-width: 360px) {
    flex-basis: 144px;
  }
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
  /** The title where it has a link in it. */
  name?: ReactNode
  /** What a whole page is about: a stronger title, and on phones its buttons below. */
  isMain?: boolean
  /** Shows a long title in full, on several lines. */
  wraps?: boolean
  /** `small` elements. */
  line: ReactNode
  children: ReactNode
}) {
  const { isMain = false } = props
  return (
    <Root $isMain={isMain}>
      {props.icon && <IconBox of={props.icon} />}
      <Text $isMain={isMain}>
        <span
          className={props.wraps ? undefined : 'trunc'}
          style={isMain ? { fontWeight: 500 } : undefined}
          title={props.title}
        >
          {props.name ?? props.title}
        </span>
        {props.line}
      </Text>
      {props.children}
    </Root>
  )
}
