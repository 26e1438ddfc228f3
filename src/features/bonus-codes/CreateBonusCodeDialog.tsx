import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useProjects } from '#src/api/projects.ts'
import { projectOptions } from '#src/projects/project-options.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { MAX_BONUS_PERCENTAGE } from '#src/wire/bonus-codes.ts'
import { FormNumber, FormSelect, FormSwitch, FormText } from '#src/writes/form-fields.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { useWriteForm } from '#src/writes/use-write-form.ts'
import { WriteDialog } from '#src/writes/WriteDialog.tsx'
import {
  bonusCodeFormSchema,
  codeDrafts,
  EMPTY_BONUS_CODE,
  newCodes,
  postCode,
  toBonusCodeCreate,
  type BonusCodeForm,
  type NewCode,
} from './bonus-code-form.ts'
import { bonusCodeList } from './queries.ts'

const Pair = styled('div')<{ $hasTimes?: boolean }>`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 16px;
  ${MOBILE} {
    gap: 12px;
    /* Two fields of a date and a time do not fit side by side. */
    ${(p) => (p.$hasTimes ? 'grid-template-columns: minmax(0, 1fr);' : '')}
  }
`
const Group = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding-top: 16px;
  border-top: 1px solid var(--line);
  & > [role='switch'] {
    height: 24px;
  }
`
const Fields = styled('fieldset')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: inherit;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`

/** Creates a bonus code. Dates are entered in local time. */
export function CreateBonusCodeDialog(props: {
  /** The code that the dialog was opened to check. */
  checked?: PendingWrite<NewCode>
  /** The values that it begins with. */
  template?: BonusCodeForm | null
  onClose: () => void
}) {
  const client = useQueryClient()
  const { names, selected, colours } = useProjects()
  const { form, isLocked, dialog } = useWriteForm({
    schema: bonusCodeFormSchema,
    initial: props.template ?? {
      ...EMPTY_BONUS_CODE,
      project_id: selected.length === 1 ? (selected[0] ?? '') : '',
    },
    drafts: codeDrafts,
    extra: {},
    toBody: (values): NewCode => ({ form: values, body: toBonusCodeCreate(values) }),
    toForm: (code) => code.form,
    write: {
      pendingWrites: newCodes,
      target: '',
      checked: props.checked,
      send: postCode,
      // A new code is the first of its list, so the list starts over.
      onApplied: () => void client.resetQueries({ queryKey: [bonusCodeList.call.path] }),
      meta: { success: 'Successfully created code', failure: 'Error creating bonus code' },
    },
    onClose: props.onClose,
  })
  const { control } = form
  const { other } = dialog.write
  const [hasDates, hasLimit] = useWatch({ control, name: ['date_enabled', 'max_uses_enabled'] })
  // The dates are validated together, so that an edit of one also updates the other's error.
  const date = { form, type: 'datetime-local', deps: ['start_date', 'end_date'] as const }

  return (
    <WriteDialog
      {...dialog}
      title="Create a Bonus Code"
      width={520}
      verb="Submit"
      busyVerb="Submitting"
      notes={{
        what: 'the code was created',
        done: 'created',
        place: 'the list',
        promise: 'Checking never creates it twice.',
        other: other && (
          <>
            Another code, <bdi className="mono">{other.write.what.body.code}</bdi> for the{' '}
            <bdi>{other.write.what.body.project_id}</bdi> token
          </>
        ),
      }}
    >
      <Fields disabled={isLocked}>
        <Pair>
          <FormSelect
            form={form}
            name="project_id"
            label="Project"
            options={projectOptions(names, colours)}
            placeholder="Choose"
          />
          <FormNumber
            form={form}
            name="percentage"
            empty={Number.NaN}
            label="Percentage"
            suffix="%"
            min={0}
            max={MAX_BONUS_PERCENTAGE}
          />
        </Pair>
        <FormText
          form={form}
          name="code"
          label="Code"
          isMono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Group>
          <FormSwitch
            form={form}
            name="tokens_come_from_stage_tokens"
            label="Tokens come from stage tokens"
          />
        </Group>
        <Group>
          <FormSwitch form={form} name="date_enabled" label="Set start and end dates" />
          {hasDates && (
            <Pair $hasTimes>
              <FormText {...date} name="start_date" label="Start date" />
              <FormText {...date} name="end_date" label="End date" />
            </Pair>
          )}
        </Group>
        <Group>
          <FormSwitch form={form} name="max_uses_enabled" label="Limit the number of uses" />
          {hasLimit && (
            <FormNumber
              form={form}
              name="max_uses"
              empty={null}
              label="Max uses"
              min={1}
              isInteger
            />
          )}
        </Group>
      </Fields>
    </WriteDialog>
  )
}
