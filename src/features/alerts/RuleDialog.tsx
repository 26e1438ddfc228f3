import { useState, type FormEvent } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useProjects } from '#src/api/projects.ts'
import { hasProject, mayHaveAlert } from '#src/domain/people/alert-access.ts'
import { describeRule } from '#src/domain/people/rule-text.ts'
import { projectOptions } from '#src/projects/project-options.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { CheckField } from '#src/ui/fields/CheckField.tsx'
import { LabelledGroup } from '#src/ui/fields/LabelledGroup.tsx'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { ALERT_KINDS, type AlertKind, type Rule } from '#src/wire/alerts.ts'
import { FormNumber } from '#src/writes/form-fields.tsx'
import { DIALOG, useDraftForm } from '#src/writes/use-draft-form.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { PreviewText } from './PreviewText.tsx'
import {
  KIND_LABELS,
  newRuleForm,
  numberOf,
  ruleDrafts,
  ruleFormSchema,
  toRule,
  toRuleForm,
  type RuleDialogExtra,
  type RuleForm,
} from './rule-form.ts'
import { useSaveOnce, withoutRule, withRule, type SaveAlerts } from './use-alerts.ts'
import { useFormPreview } from './use-preview.ts'

const Preview = styled('p')`
  min-height: 16px;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
`
// At the other end of the foot; on phones below the others.
const atOtherEnd = css`
  margin-inline-end: auto;
  ${MOBILE} {
    margin-inline: 0;
  }
`
const CAPS = [
  { value: 'soft', label: 'Soft cap' },
  { value: 'hard', label: 'Hard cap' },
] as const
const NEW = { id: '', enabled: 1 } as const

/** Adds a rule, or edits or deletes one. */
export function RuleDialog(props: {
  /** Null for a new one. */
  rule: Rule | null
  save: SaveAlerts
  onClose: () => void
}) {
  const { rule, save, onClose } = props
  const offline = useOnline() ? undefined : OFFLINE_REFUSAL
  const role = useUser()?.role ?? ''
  const { names, colours } = useProjects()
  const kinds = ALERT_KINDS.filter((kind) => mayHaveAlert(role, kind))
  const [newId] = useState(() => ruleDrafts.read(DIALOG).newId ?? crypto.randomUUID())
  const { form, hasChanges, dropDraft } = useDraftForm<RuleForm, RuleDialogExtra>({
    schema: ruleFormSchema,
    initial: rule === null ? newRuleForm(kinds[0] ?? 'new_device') : toRuleForm(rule),
    drafts: ruleDrafts,
    extra: { rule, newId },
  })
  const change = useSaveOnce(save)
  const deletion = useSaveOnce(save)
  const [isDeleting, setDeleting] = useState(false)
  const { control } = form
  const values = useWatch({ control })
  const whole = ruleFormSchema.safeParse(values)
  const preview = useFormPreview(whole.success ? toRule(whole.data, NEW) : null)
  // The select offers nothing else.
  const kind = values.kind as AlertKind
  const meaning = numberOf(kind)
  const close = () => {
    dropDraft()
    onClose()
  }
  const submit = form.handleSubmit(async (valid) => {
    const own = rule ?? { id: newId, enabled: 1 as const }
    if (await change.write(withRule(toRule(valid, own)))) close()
  })
  const remove = async ({ id }: Rule) => {
    if (await deletion.write(withoutRule(id))) close()
  }
  const error = form.formState.errors.mail?.message
  return (
    <Dialog
      title={rule === null ? 'Add alert' : 'Edit alert'}
      width={480}
      isOpen
      onClose={close}
      hasChanges={hasChanges}
      isBusy={change.isBusy}
      onSubmit={(event: FormEvent) => void submit(event)}
      footer={
        <>
          {rule !== null && (
            <>
              <Button
                variant="danger"
                size="lg"
                className={atOtherEnd}
                disabled={change.isBusy}
                disabledReason={offline}
                onClick={() => setDeleting(true)}
              >
                Delete
              </Button>
              <ConfirmDialog
                title="Delete alert?"
                isOpen={isDeleting}
                isBusy={deletion.isBusy}
                busyLabel="Deleting"
                disabledReason={offline}
                onClose={() => setDeleting(false)}
                onConfirm={() => void remove(rule)}
                confirmLabel="Delete"
              >
                You will no longer be notified of “{describeRule(rule).title}”.
              </ConfirmDialog>
            </>
          )}
          <WriteFoot
            verb={rule === null ? 'Add alert' : 'Save'}
            busyVerb="Saving"
            isBusy={change.isBusy}
            onCancel={close}
          />
        </>
      }
    >
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <SelectField
            {...field}
            label="Notify me about"
            options={kinds.map((value) => ({ value, label: KIND_LABELS[value] }))}
            value={kind}
            onChange={(next) => {
              field.onChange(next)
              form.setValue('number', numberOf(next)?.first ?? null, { shouldValidate: true })
            }}
          />
        )}
      />
      {hasProject(kind) && (
        <Controller
          control={control}
          name="project"
          render={({ field }) => (
            <SelectField
              {...field}
              label="Project"
              options={[{ value: '', label: 'All projects' }, ...projectOptions(names, colours)]}
            />
          )}
        />
      )}
      {meaning && (
        <FormNumber
          key={kind}
          form={form}
          name="number"
          label={meaning.label}
          suffix={meaning.suffix}
          min={meaning.isInteger ? 1 : 0}
          max={meaning.max}
          isInteger={meaning.isInteger}
          empty={null}
        />
      )}
      {kind === 'cap_reached' && (
        <Controller
          control={control}
          name="cap"
          render={({ field }) => (
            <Segmented
              label="Cap"
              size="md"
              isFill
              options={CAPS}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      <LabelledGroup label="By" error={error ?? null}>
        <Channel form={form} name="push" label="Push, to your devices" />
        <Channel form={form} name="mail" label="Mail" />
      </LabelledGroup>
      <Preview role="status" className="num">
        <PreviewText preview={preview} isSentence />
      </Preview>
    </Dialog>
  )
}

function Channel(props: {
  form: ReturnType<typeof useDraftForm<RuleForm, object>>['form']
  name: 'push' | 'mail'
  label: string
}) {
  return (
    <Controller
      control={props.form.control}
      name={props.name}
      // Both are wrong together.
      rules={{ deps: ['push', 'mail'] }}
      render={({ field }) => (
        <CheckField label={props.label} checked={field.value} onChange={field.onChange} />
      )}
    />
  )
}
