import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

/** A label above what it names. */
export const GroupFrame = styled('div')`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
`
/** With a note at its end, if it has a second child. */
export const GroupLabel = styled('div')`
  display: flex;
  justify-content: space-between;
  gap: 12px;
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
  & > span {
    color: var(--text-3);
    font-weight: 400;
  }
`
/** Check boxes in two columns; in one on phones. */
export const CheckGrid = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0 16px;
  padding: 4px 12px;
  background: var(--surface-2);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
  }
`
const ErrorText = styled('div')`
  scroll-margin: 16px;
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
    <GroupFrame role="group" aria-labelledby={id}>
      <GroupLabel id={id}>{props.label}</GroupLabel>
      {props.children}
      <GroupError text={props.error} />
    </GroupFrame>
  )
}

/** A long group may have its error below what a phone shows. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** The error of a group, below its content. */
export function GroupError({ text }: { text: string | null | undefined }) {
  if (typeof text !== 'string') return null
  return (
    <ErrorText role="alert" ref={bringIntoView}>
      <Icon of={CircleAlert} size={14} />
      {text}
    </ErrorText>
  )
}
