import { memo, useId } from 'react'
import { FIELD_LABELS, type StageField } from '#src/features/stages/edit/form/stages-form.ts'
import { useAfterPress } from '#src/ui/controls/use-after-press.ts'
import { BareInput, InputFrame, Suffix } from '#src/ui/fields/input-frame.ts'
import { styled } from '#src/ui/theme.ts'
import { CalendarButton } from './CalendarButton.tsx'

/** The label inside the field, where the table has no head row. */
const Inside = styled('span')`
  display: none;
  flex: none;
  font: var(--t-small);
  color: var(--text-3);
`
export const Dot = styled('span')`
  flex: none;
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: var(--accent);
`

/** A field of a row of stages. Its error stands below the row, which describes it. */
export const StageInput = memo(function StageInput(props: {
  field: StageField
  rowKey: string
  /** "Stage 2" */
  stage: string
  value: string
  isInvalid: boolean
  isEdited: boolean
  /** The id of the row's messages, while there are any. */
  describedBy: string | undefined
  onChange: (key: string, field: StageField, text: string) => void
  onLeave: (key: string, field: StageField) => void
}) {
  const { field, rowKey, value } = props
  const dotId = useId()
  const label = FIELD_LABELS[field]
  const isTime = field === 'starts' || field === 'ends'
  const isInvalid = useAfterPress(props.isInvalid)
  const described = [props.describedBy, props.isEdited ? dotId : undefined]
    .filter(Boolean)
    .join(' ')
  const change = (text: string) => props.onChange(rowKey, field, text)
  return (
    <InputFrame $size="sm" $isInvalid={isInvalid} $isDisabled={false}>
      <Inside className="inside" aria-hidden>
        {label}
      </Inside>
      <BareInput
        type="text"
        aria-label={`${label} of ${props.stage}`}
        aria-invalid={isInvalid}
        {...(described === '' ? {} : { 'aria-describedby': described })}
        {...(field === 'price' || field === 'supply' ? { inputMode: 'decimal' as const } : {})}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => change(event.target.value)}
        onBlur={() => props.onLeave(rowKey, field)}
      />
      {props.isEdited && (
        <Dot id={dotId}>
          <span className="sr">Edited</span>
        </Dot>
      )}
      {field === 'price' && <Suffix className="small">USD</Suffix>}
      {isTime && (
        <CalendarButton
          label={`Choose ${label === 'Starts' ? 'the start' : 'the end'} of ${props.stage}`}
          value={value}
          onChange={change}
        />
      )}
    </InputFrame>
  )
})
