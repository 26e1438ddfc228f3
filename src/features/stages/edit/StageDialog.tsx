import { useState } from 'react'
import type { StageError } from '#src/features/stages/edit/form/stage-errors.ts'
import {
  FIELD_LABELS,
  settledRow,
  STAGE_FIELDS,
  type StageField,
  type StageRow,
} from '#src/features/stages/edit/form/stages-form.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { styled } from '#src/ui/theme.ts'
import { AlsoNamed } from './AlsoNamed.tsx'
import { CalendarButton } from './CalendarButton.tsx'

const Pair = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px;
  align-items: start;
`

/** The fields of one stage on a phone. They are kept with Done. */
export function StageDialog(props: {
  row: StageRow
  /** "Stage 6"; "New stage" for one that is not in the table yet. */
  title: string
  isNew: boolean
  /** What is wrong with the row as it is typed here. */
  errorsOf: (row: StageRow) => readonly StageError[]
  editedOf: (row: StageRow) => readonly StageField[]
  onDone: (row: StageRow) => void
  onRemove: () => void
  onClose: () => void
}) {
  const { title, isNew } = props
  const [row, setRow] = useState(props.row)
  const [left, setLeft] = useState<ReadonlySet<StageField>>(new Set())
  const [isTried, setTried] = useState(false)
  const errors = props.errorsOf(row)
  const edited = isNew ? [] : props.editedOf(row)
  // An error with another stage may be mended there.
  const blocking = errors.filter(({ other }) => other === undefined)
  const field = (name: StageField) => (
    <TextField
      key={name}
      label={FIELD_LABELS[name]}
      value={row[name]}
      isEdited={edited.includes(name)}
      error={
        isTried || left.has(name) || props.row.name !== ''
          ? errors.find((error) => error.field === name)?.text
          : undefined
      }
      autoComplete="off"
      spellCheck={false}
      {...(name === 'price' ? { suffix: 'USD' } : {})}
      {...(name === 'price' || name === 'supply' ? { inputMode: 'decimal' as const } : {})}
      {...(name === 'starts' || name === 'ends'
        ? {
            end: (
              <CalendarButton
                label={name === 'starts' ? 'Choose the start' : 'Choose the end'}
                value={row[name]}
                onChange={(text) => setRow({ ...row, [name]: text })}
              />
            ),
          }
        : {})}
      onChange={(event) => setRow({ ...row, [name]: event.target.value })}
      onBlur={() => {
        setRow(settledRow(row, name))
        setLeft(new Set(left).add(name))
      }}
    />
  )
  return (
    <Dialog
      title={title}
      isOpen
      onClose={props.onClose}
      hasChanges={
        row.also !== props.row.also || STAGE_FIELDS.some((name) => row[name] !== props.row[name])
      }
      onSubmit={(event) => {
        event.preventDefault()
        const settled = STAGE_FIELDS.reduce(settledRow, row)
        setRow(settled)
        setTried(true)
        if (blocking.length === 0) props.onDone(settled)
        else event.currentTarget.querySelector<HTMLElement>(`[aria-invalid='true']`)?.focus()
      }}
      footer={
        <>
          <Button variant="ghost" size="lg" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="lg">
            Done
          </Button>
        </>
      }
    >
      {field('name')}
      <AlsoNamed names={row.also} stage={title} onChange={(also) => setRow({ ...row, also })} />
      <Pair>
        {field('price')}
        {field('supply')}
      </Pair>
      {field('starts')}
      {field('ends')}
      {!isNew && (
        <div style={{ marginLeft: -12 }}>
          <Button variant="ghost" size="sm" onClick={props.onRemove}>
            Remove {title}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
