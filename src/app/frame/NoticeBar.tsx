import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'

const Root = styled('div')<{ $isWarning: boolean }>`
  ${PRINT} {
    display: none;
  }
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 40px;
  margin: 0 0 16px;
  padding: 4px 8px 4px 16px;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  color: var(--text-2);
  & b {
    font-weight: 500;
    color: var(--text-1);
  }
  & > svg {
    color: ${(p) => (p.$isWarning ? 'var(--warning)' : 'var(--text-1)')};
  }
  ${MOBILE} {
    flex-wrap: wrap;
    gap: 4px 8px;
    min-height: 44px;
    margin: 0 0 12px;
    padding: 4px 4px 4px 16px;
    & > svg {
      align-self: flex-start;
      margin: 10px 4px 0 0;
    }
  }
`
const Text = styled('span')`
  flex: 1;
  min-width: 0;
  ${MOBILE} {
    /* Narrower, it leaves the line to the buttons and they take the next one. */
    flex-basis: 156px;
    padding: 8px 0;
  }
`
const Actions = styled('span')`
  display: flex;
  gap: 4px;
  flex: none;
  ${MOBILE} {
    gap: 8px;
    margin-left: auto;
  }
`

/** A notice above the page's content, with actions at its end. */
export function NoticeBar(props: {
  label: string
  icon: LucideIcon
  isWarning?: boolean
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <Root role="status" aria-label={props.label} $isWarning={props.isWarning ?? false}>
      <Icon of={props.icon} />
      <Text>{props.children}</Text>
      {props.actions !== undefined && <Actions>{props.actions}</Actions>}
    </Root>
  )
}
