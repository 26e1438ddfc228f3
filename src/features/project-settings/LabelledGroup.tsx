import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { styled } from '#src/ui/theme.ts'

const Root = styled('div')`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
`
const Label = styled('span')`
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
`
const Fault = styled('div')`
  display: flex;
  gap: 6px;
  font: var(--t-small);
  color: var(--negative);
  & > svg {
    margin-top: 1px;
  }
`

/** What stands among fields without being one: buttons keep their own names below the label. */
export function LabelledGroup(props: {
  label: string
  fault?: string | null
  children: ReactNode
}) {
  const id = useId()
  return (
    <Root role="group" aria-labelledby={id}>
      <Label id={id}>{props.label}</Label>
      {props.children}
      {typeof props.fault === 'string' && (
        <Fault role="alert">
          <Icon of={CircleAlert} size={14} />
          {props.fault}
        </Fault>
      )}
    </Root>
  )
}
