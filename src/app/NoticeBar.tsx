import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
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
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    gap: 8px 12px;
    align-items: start;
    min-height: 44px;
    margin: 0 0 12px;
    padding: 12px 12px 8px 16px;
    & > svg {
      margin-top: 2px;
    }
  }
`
const Text = styled('span')`
  flex: 1;
  min-width: 0;
  ${MOBILE} {
    padding-bottom: 4px;
  }
`
const Actions = styled('span')`
  display: flex;
  gap: 4px;
  flex: none;
  ${MOBILE} {
    grid-column: 1 / -1;
    justify-content: flex-end;
    gap: 8px;
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
