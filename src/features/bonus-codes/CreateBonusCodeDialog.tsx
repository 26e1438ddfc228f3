import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller, useController, useForm, useWatch } from 'react-hook-form'
import { useProjects } from '#src/api/projects.ts'
import { useIdempotentMutation } from '#src/writes/use-idempotent-mutation.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { OtherWriteNote, UnconfirmedNote } from '#src/writes/outcome-notes.tsx'
import { OutcomeFooter } from '#src/writes/OutcomeFooter.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { MAX_BONUS_PERCENTAGE } from '#src/wire/bonus-codes.ts'
import {
  bonusCodeFormSchema,
  EMPTY_BONUS_CODE,
  toBonusCodeCreate,
  type BonusCodeForm,
} from './bonus-code-form.ts'
import { codeDrafts, DIALOG, newCodes, postCode, type NewCode } from './new-code.ts'
import { bonusCodeList } from './queries.ts'

const Pair = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 16px;
  ${MOBILE} {
    gap: 12px;
    /* A date with its time has no room beside another. */
    &:has(input[type='datetime-local']) {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`
const Group = styled('div')`
  display: grid;
  gap: 12px;
  padding-top: 16px;
  border-top: 1px solid var(--line);
  & > [role='switch'] {
    height: 24px;
  }
`

/** All fields, locked together while the outcome is unknown. */
const Fields = styled('fieldset')`
  display: grid;
  gap: inherit;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`

type Flag = 'tokens_come_from_stage_tokens' | 'date_enabled' | 'max_uses_enabled'

/** Creates a bonus code. Dates are typed in local time; the server's clock judges the end. */
export function CreateBonusCodeDialog(props: {
  /** The code that the dialog is opened to check. */
  checked: PendingWrite<NewCode> | undefined
  onClose: () => void
}) {
  const { onClose } = props
  const client = useQueryClient()
  const { names, selected, colours } = useProjects()
  const end = () => {
    codeDrafts.drop(DIALOG)
    onClose()
  }
  const create = useIdempotentMutation({
    pendingWrites: newCodes,
    target: '',
    checked: props.checked,
    send: postCode,
    // A new code is the first of its list, whichever page was loaded.
    onApplied: () => void client.resetQueries({ queryKey: [bonusCodeList.call.path] }),
    onDone: end,
    meta: { success: 'Successfully created code', failure: 'Error creating bonus code' },
  })
  const { unconfirmed, other, isBusy, isLocked } = create
  useUnsaved(isLocked)

  const [start] = useState<BonusCodeForm>({
    ...EMPTY_BONUS_CODE,
    project_id: selected.length === 1 ? (selected[0] ?? '') : '',
  })
  const form = useForm<BonusCodeForm>({
    resolver: standardSchemaResolver(bonusCodeFormSchema),
    mode: 'onTouched',
    defaultValues: { ...start, ...codeDrafts.read(DIALOG) },
    // A code without a known outcome replaces what is typed.
    ...(unconfirmed && { values: unconfirmed.what.form }),
  })
  const { control, formState, register } = form
  const { errors } = formState
  // Made known before all other fields: the first one that is wrong gets the focus.
  const {
    field: { ref: projectRef, ...project },
  } = useController({ control, name: 'project_id' })
  const hasDraft = codeDrafts.use(DIALOG).code !== undefined
  const hasDates = useWatch({ control, name: 'date_enabled' })
  const hasLimit = useWatch({ control, name: 'max_uses_enabled' })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (JSON.stringify(values) === JSON.stringify(start)) codeDrafts.drop(DIALOG)
          else codeDrafts.change(DIALOG, values)
        },
      }),
    [form, start],
  )
  const submit = form.handleSubmit(async (values) => {
    if (!isLocked) await create.send({ form: values, body: toBonusCodeCreate(values) })
  })

  const flag = (name: Flag, label: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Switch label={label} checked={field.value} onChange={field.onChange} layout="row" />
      )}
    />
  )
  // Both dates are judged together: once one was touched, the other's message may go.
  const dateField = (name: 'start_date' | 'end_date', label: string) => (
    <TextField
      label={label}
      type="datetime-local"
      error={errors[name]?.message}
      {...register(name, { deps: ['start_date', 'end_date'] })}
    />
  )

  return (
    <Dialog
      title="Create a Bonus Code"
      width={520}
      isOpen
      onClose={end}
      // A code without a known outcome stays on the device.
      hasChanges={hasDraft && unconfirmed === undefined}
      isBusy={isBusy}
      onSubmit={(event) => void submit(event)}
      footer={
        <OutcomeFooter {...create.footer} verb="Submit" busyVerb="Submitting" onClose={end} />
      }
    >
      <Fields disabled={isLocked}>
        <Pair>
          <SelectField
            label="Project"
            options={names.map((name) => ({
              value: name,
              label: name,
              colour: colours.get(name),
            }))}
            placeholder="Choose"
            error={errors.project_id?.message}
            value={project.value === '' ? null : project.value}
            onChange={project.onChange}
            onBlur={project.onBlur}
            ref={projectRef}
          />
          <Controller
            control={control}
            name="percentage"
            render={({ field, fieldState }) => (
              <NumberField
                {...field}
                onChange={(value) => field.onChange(value ?? Number.NaN)}
                label="Percentage"
                suffix="%"
                min={0}
                max={MAX_BONUS_PERCENTAGE}
                error={fieldState.error?.message}
              />
            )}
          />
        </Pair>
        <TextField
          label="Code"
          isMono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={errors.code?.message}
          {...register('code')}
        />
        <Group>{flag('tokens_come_from_stage_tokens', 'Tokens come from stage tokens')}</Group>
        <Group>
          {flag('date_enabled', 'Set start and end dates')}
          {hasDates && (
            <Pair>
              {dateField('start_date', 'Start date')}
              {dateField('end_date', 'End date')}
            </Pair>
          )}
        </Group>
        <Group>
          {flag('max_uses_enabled', 'Limit the number of uses')}
          {hasLimit && (
            <Controller
              control={control}
              name="max_uses"
              render={({ field, fieldState }) => (
                <NumberField
                  {...field}
                  onChange={(value) => field.onChange(Number.isNaN(value) ? null : value)}
                  label="Max uses"
                  min={1}
                  isInteger
                  error={fieldState.error?.message}
                />
              )}
            />
          )}
        </Group>
      </Fields>
      {unconfirmed && (
        <UnconfirmedNote
          isChecking={isBusy}
          what="the code was created"
          place="the list"
          promise="Checking never creates it twice."
        />
      )}
      {other && (
        <OtherWriteNote other={other} done="created" place="the list">
          Another code, <bdi className="mono">{other.write.what.body.code}</bdi> for the{' '}
          <bdi>{other.write.what.body.project_id}</bdi> token
        </OtherWriteNote>
      )}
    </Dialog>
  )
}
