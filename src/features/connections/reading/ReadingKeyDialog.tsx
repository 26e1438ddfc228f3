import { Controller, useWatch } from 'react-hook-form'
import { send } from '#src/api/http.ts'
import { useProjects } from '#src/api/projects.ts'
import { formatDay } from '#src/domain/sale/record-formats.ts'
import { localDate } from '#src/domain/time/calendar.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { ProjectChecks } from '#src/projects/ProjectChecks.tsx'
import { serverNow } from '#src/state/clock.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { FootNote } from '#src/ui/dialogs/FootNote.ts'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { readingKeyCalls, type NewReadingKey } from '#src/wire/reading-keys.ts'
import { FormText } from '#src/writes/form-fields.tsx'
import { useShortForm } from '#src/writes/use-short-form.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import {
  EMPTY_READING_KEY,
  expiryEnd,
  readingKeyFormSchema,
  toReadingKeyCreate,
  type Expiry,
  type ReadingKeyForm,
} from './reading-key-form.ts'
import { readingKeysQuery } from './reading-keys-query.ts'
import { ScopeChecks } from './ScopeChecks.tsx'

const EXPIRIES: readonly { value: Expiry; label: string }[] = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: 'year', label: 'In a year' },
  { value: 'date', label: 'On a date' },
  { value: 'never', label: 'Never' },
]

/** Creates a key for reading, which its response has once. */
export function ReadingKeyDialog(props: {
  onCreated: (key: NewReadingKey) => void
  onClose: () => void
}) {
  const { onClose } = props
  const zone = deviceZone()
  const { names, colours } = useProjects()
  const { form, hasChanges } = useShortForm<ReadingKeyForm>(
    readingKeyFormSchema(serverNow, zone),
    EMPTY_READING_KEY,
  )
  const { control } = form
  const [expiry, hasAllProjects] = useWatch({ control, name: ['expiry', 'hasAllProjects'] })
  const { write, isBusy } = useWrite({
    mutationFn: (values: ReadingKeyForm) =>
      send(readingKeyCalls.createReadingKey, {
        body: toReadingKeyCreate(values, serverNow(), zone),
      }),
    meta: {
      success: 'Successfully created reading key',
      failure: 'The key did not arrive. If it is in the list, revoke it and create another one.',
      invalidates: [readingKeysQuery.queryKey],
    },
  })
  const submit = form.handleSubmit(async (values) => {
    const key = await write(values)
    if (key) props.onCreated(key)
  })
  return (
    <Dialog
      title="Create reading key"
      width={520}
      isOpen
      onClose={onClose}
      hasChanges={hasChanges}
      isBusy={isBusy}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <FootNote>Next, you confirm that it is you.</FootNote>
          <WriteFoot verb="Create key" busyVerb="Creating key" isBusy={isBusy} onCancel={onClose} />
        </>
      }
    >
      <FormText
        form={form}
        name="name"
        label="Name"
        inputSize="lg"
        autoComplete="off"
        readOnly={isBusy}
      />
      <Controller
        control={control}
        name="scopes"
        render={({ field, fieldState }) => (
          <ScopeChecks
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="projects"
        render={({ field, fieldState }) => (
          <ProjectChecks
            names={names}
            colours={colours}
            chosen={hasAllProjects ? names : field.value}
            hasAll={hasAllProjects}
            onChange={(chosen, hasAll) => {
              form.setValue('hasAllProjects', hasAll, { shouldDirty: true })
              field.onChange([...chosen])
            }}
            hint={
              hasAllProjects
                ? 'A project that is added later is included.'
                : 'A project that is added later is not included.'
            }
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="expiry"
        render={({ field }) => (
          <SelectField
            label="Expires"
            options={EXPIRIES.map(({ value, label }) => ({
              value,
              label,
              note: value === 'date' ? undefined : noteOf(value, zone),
            }))}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
          />
        )}
      />
      {expiry === 'date' && (
        <FormText
          form={form}
          name="date"
          label="Last day"
          type="date"
          min={localDate(serverNow(), zone)}
          max="9999-12-30"
        />
      )}
    </Dialog>
  )
}

function noteOf(expiry: Expiry, zone: string): string | undefined {
  const end = expiryEnd({ expiry, date: '' }, serverNow(), zone)
  return end === null ? undefined : formatDay(new Date(end).toISOString())
}
