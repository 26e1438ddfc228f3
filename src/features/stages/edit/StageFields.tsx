import { CircleAlert, X } from 'lucide-react'
import { memo, useId } from 'react'
import type { StageError } from '#src/features/stages/edit/form/stage-errors.ts'
import {
  STAGE_FIELDS,
  type StageField,
  type StageRow,
} from '#src/features/stages/edit/form/stages-form.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useAfterPress } from '#src/ui/controls/use-after-press.ts'
import { FieldError } from '#src/ui/fields/FieldFrame.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { styled } from '#src/ui/theme.ts'
import { AlsoNamed } from './AlsoNamed.tsx'
import { StageInput } from './StageInput.tsx'

const Below = styled('div')`
  grid-column: 2 / -1;
  display: grid;
  gap: 4px;
  font: var(--t-small);
  color: var(--text-3);
  overflow-wrap: anywhere;
`

interface Shown {
  row: StageRow
  /** "Stage 2" */
  name: string
  errors: readonly StageError[]
  edited: readonly StageField[]
  hint: string | undefined
}

/** The fields of a stage in its row, and below them what is wrong. */
export const StageFields = memo(
  function StageFields(
    props: Shown & {
      onEdit: (key: string, field: StageField, text: string) => void
      onLeave: (key: string, field: StageField) => void
      onAlso: (key: string, names: readonly string[]) => void
      onRemove: (key: string) => void
    },
  ) {
    const { row, name, edited, hint } = props
    const belowId = useId()
    const errors = useAfterPress(props.errors)
    const hasMessage = errors.length > 0 || hint !== undefined
    const hasBelow = hasMessage || row.also.length > 0
    return (
      <>
        {STAGE_FIELDS.map((field) => (
          <div key={field} role="cell" className={field}>
            <StageInput
              field={field}
              rowKey={row.key}
              stage={name}
              value={row[field]}
              isInvalid={errors.some((error) => error.field === field)}
              isEdited={edited.includes(field)}
              describedBy={hasMessage ? belowId : undefined}
              onChange={props.onEdit}
              onLeave={props.onLeave}
            />
          </div>
        ))}
        <div role="cell" className="remove">
          <IconButton
            label={`Remove ${name}`}
            icon={X}
            size="md"
            onClick={() => props.onRemove(row.key)}
          />
        </div>
        {hasBelow && (
          <Below role="cell" id={belowId} className="below">
            {errors.map(({ text }) => (
              <FieldError key={text}>
                <Icon of={CircleAlert} size={14} />
                <span>{text}</span>
              </FieldError>
            ))}
            {hint !== undefined && (
              <span>
                <MaskedSentence text={hint} />
              </span>
            )}
            <AlsoNamed
              names={row.also}
              stage={name}
              onChange={(names) => props.onAlso(row.key, names)}
            />
          </Below>
        )}
      </>
    )
  },
  // The form copies its rows, so they are compared by what they hold.
  (before, after) => textOf(before) === textOf(after) && before.onRemove === after.onRemove,
)

const textOf = ({ row, name, errors, edited, hint }: Shown) =>
  JSON.stringify([row, name, errors, edited, hint])
