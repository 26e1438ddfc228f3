import { Switch } from '#src/ui/controls/Switch.tsx'
import { styled } from '#src/ui/theme.ts'
import { FieldFrame, type FieldProps } from './FieldFrame.tsx'

const Row = styled('div')`
  display: flex;
  align-items: center;
  min-height: 36px;
  & > button {
    gap: 10px;
  }
`

/** A switch as a form field, with On or Off beside it. */
export function SwitchField(
  props: FieldProps & {
    checked: boolean
    onChange: (checked: boolean) => void
    disabled?: boolean | undefined
  },
) {
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Row>
          <Switch
            id={control.id}
            describedBy={control.describedBy}
            label={props.label}
            text={props.checked ? 'On' : 'Off'}
            checked={props.checked}
            onChange={props.onChange}
            disabled={props.disabled}
          />
        </Row>
      )}
    </FieldFrame>
  )
}
