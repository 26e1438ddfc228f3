import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { useAfterPress } from '#src/ui/controls/use-after-press.ts'
import { styled } from '#src/ui/theme.ts'

/** Props of every form field. */
export type FieldProps = {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** Shows the blue dot of an unsaved change. */
  isEdited?: boolean | undefined
  /** Stands beside the label. */
  labelEnd?: ReactNode
  isLabelHidden?: boolean | undefined
}

const Root = styled('div')`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
`
const LabelRow = styled('div')`
  display: flex;
  align-items: center;
  gap: 6px;
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
`
const EditedDot = styled('span')`
  position: relative;
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: var(--accent);
  flex: none;
`
const Hint = styled('div')`
  font: var(--t-small);
  color: var(--text-3);
`
export const FieldError = styled('div')`
  display: flex;
  align-items: flex-start;
  gap: 6px;
  font: var(--t-small);
  color: var(--negative);
  & > svg {
    margin-top: 1px;
  }
`

/** Label, control, then the error and the hint, which describe the control. */
export function FieldFrame(
  props: FieldProps & {
    id?: string | undefined
    children: (control: {
      id: string
      labelId: string
      describedBy: string | undefined
      isInvalid: boolean
    }) => ReactNode
  },
) {
  const ownId = useId()
  const id = props.id ?? ownId
  const labelId = `${id}-label`
  const error = useAfterPress(props.error)
  const isInvalid = error !== undefined && error !== ''
  const hasHint = props.hint !== undefined && props.hint !== null
  const described = [isInvalid && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean)
  return (
    <Root>
      <LabelRow className={props.isLabelHidden ? 'sr' : undefined}>
        <label id={labelId} htmlFor={id}>
          {props.label}
        </label>
        {props.isEdited && (
          <EditedDot>
            <span className="sr">Edited</span>
          </EditedDot>
        )}
        {props.labelEnd}
      </LabelRow>
      {props.children({
        id,
        labelId,
        describedBy: described.length > 0 ? described.join(' ') : undefined,
        isInvalid,
      })}
      {isInvalid && (
        <FieldError id={`${id}-error`}>
          <Icon of={CircleAlert} size={14} />
          <span>{error}</span>
        </FieldError>
      )}
      {hasHint && <Hint id={`${id}-hint`}>{props.hint}</Hint>}
    </Root>
  )
}
