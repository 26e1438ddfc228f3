import { useState, type FormEvent } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { mayHaveAlert } from '#src/domain/alert-access.ts'
import { filters } from '#src/state/filters.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { CheckField } from '#src/ui/fields/CheckField.tsx'
import { LabelledGroup } from '#src/ui/fields/LabelledGroup.tsx'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { ALERT_KINDS, type AlertKind, type Rule } from '#src/wire/alerts.ts'
import { FormNumber } from '#src/writes/form-fields.tsx'
import { useDraftForm } from '#src/writes/use-draft-form.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import {
  KIND_LABELS,
  newRuleForm,
  numberOf,
  ruleDrafts,
  ruleFormSchema,
  toRule,
  toRuleForm,
  type RuleForm,
} from './rule-form.ts'
import { withoutRule, withRule, type SaveAlerts } from './use-alerts.ts'
import { describePreviewSentence, usePreview } from './use-preview.ts'

const Preview = styled('p')`
  min-height: 16px;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
`
// At the other end of the foot; on phones below the others.
const deletes = css`
  margin-inline-end: auto;
  color: var(--negative) !important;
  ${MOBILE} {
    margin-inline: 0;
  }
`
const NEW = { id: '', enabled: 1 } as const

/** Adds a rule, or edits or deletes one. */
export function RuleDialog(props: {
  /** Null for a new one. */
  rule: Rule | null
  save: SaveAlerts
  onClose: () => void
}) {
  const { rule, save, onClose } = props
  const isOnline = useOnline()
  const role = useUser()?.role ?? ''
  const { names, colours } = useProjects()
  const { privacy } = useSnapshot(filters)
  const kinds = ALERT_KINDS.filter((kind) => mayHaveAlert(role, kind))
  const { form, hasChanges, dropDraft } = useDraftForm<RuleForm, { rule: Rule | null }>({
    schema: ruleFormSchema,
    initial: rule === null ? newRuleForm(kinds[0] ?? 'new_device') : toRuleForm(rule),
    drafts: ruleDrafts,
    extra: { rule },
  })
  const [isBusy, setBusy] = useState(false)
  const { control } = form
  const values = useWatch({ control })
  const whole = ruleFormSchema.safeParse(values)
  const preview = usePreview(whole.success ? toRule(whole.data, NEW) : null)
  // The select offers nothing else.
  const kind = values.kind as AlertKind
  const meaning = numberOf(kind)
  const close = () => {
    dropDraft()
    onClose()
  }
  const run = async (change: Parameters<SaveAlerts>[0]) => {
    setBusy(true)
    const isSaved = await save(change)
    setBusy(false)
    if (isSaved) close()
  }
  const submit = form.handleSubmit((valid) =>
    run(withRule(toRule(valid, rule ?? { id: crypto.randomUUID(), enabled: 1 }))),
  )
  const error = form.formState.errors.mail?.message
  return (
    <Dialog
      title={rule === null ? 'Add alert' : 'Edit alert'}
      width={480}
      isOpen
      onClose={close}
      hasChanges={hasChanges}
      isBusy={isBusy}
      onSubmit={(event: FormEvent) => void submit(event)}
      footer={
        <>
          {rule !== null && (
            <Button
              variant="ghost"
              size="lg"
              className={deletes}
              disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
              onClick={() => void run(withoutRule(rule.id))}
            >
              Delete
            </Button>
          )}
          <WriteFoot
            verb={rule === null ? 'Add alert' : 'Save'}
            busyVerb="Saving"
            isBusy={isBusy}
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
            label="Tell me about"
            options={kinds.map((value) => ({ value, label: KIND_LABELS[value] }))}
            value={kind}
            onChange={(next) => {
              field.onChange(next)
              form.setValue('number', numberOf(next)?.first ?? null, { shouldValidate: true })
            }}
          />
        )}
      />
      {kind !== 'new_device' && (
        <Controller
          control={control}
          name="project"
          render={({ field }) => (
            <SelectField
              {...field}
              label="Project"
              options={[
                { value: '', label: 'All projects' },
                ...names.map((name) => ({ value: name, label: name, colour: colours.get(name) })),
              ]}
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
      <LabelledGroup label="By" error={error ?? null}>
        <Channel form={form} name="push" label="Push, to your devices" />
        <Channel form={form} name="mail" label="Mail" />
      </LabelledGroup>
      <Preview role="status" className="num">
        {describePreviewSentence(preview, privacy)}
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
