import { Lock } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Badge } from '#src/ui/text/Badge.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('div')`
  display: grid;
  grid-template-columns: 232px minmax(0, 1fr);
  gap: 32px;
  padding: 24px;
  & + & {
    border-top: 1px solid var(--line);
  }
  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  ${MOBILE} {
    padding: 20px 16px;
  }
`
const Title = styled('h3')`
  display: flex;
  align-items: center;
  gap: 8px;
  font: var(--t-title);
`
const Description = styled('p')`
  max-width: 208px;
  margin-top: 4px;
  font: var(--t-small);
  color: var(--text-3);
  @media (max-width: 1199px) {
    max-width: none;
  }
`
const Fields = styled('div')`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 20px 16px;
  align-items: start;
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
`

/** Spans all columns of a group's grid. */
export const Wide = styled('div')`
  grid-column: 1 / -1;
  min-width: 0;
`

/** A group of settings, with a badge if it is read-only. */
export function SettingsGroup(props: {
  title: string
  description: string
  isReadOnly?: boolean
  /** Below the description. */
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Root role="group" aria-labelledby={id}>
      <header>
        <Title id={id}>
          {props.title}
          {props.isReadOnly && (
            <Badge tone="line" icon={Lock}>
              Read-only
            </Badge>
          )}
        </Title>
        <Description>{props.description}</Description>
        {props.action}
      </header>
      <Fields>{props.children}</Fields>
    </Root>
  )
}
