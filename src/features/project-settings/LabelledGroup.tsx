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
const ErrorText = styled('div')`
  display: flex;
  gap: 6px;
  font: var(--t-small);
  color: var(--negative);
  & > svg {
    margin-top: 1px;
  }
`

/** A labelled group among fields for content that is no field, such as buttons. */
export function LabelledGroup(props: {
  label: string
  error?: string | null
  children: ReactNode
}) {
  const id = useId()
  return (
    <Root role="group" aria-labelledby={id}>
      <Label id={id}>{props.label}</Label>
      {props.children}
      {typeof props.error === 'string' && (
        <ErrorText role="alert">
          <Icon of={CircleAlert} size={14} />
          {props.error}
        </ErrorText>
      )}
    </Root>
  )
}
