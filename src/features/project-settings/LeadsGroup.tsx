import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { testBrevo } from '#src/api/service-tests.ts'
import { UnsentNotices } from '#src/features/project-settings/messages/UnsentNotices.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { LabelledGroup } from '#src/ui/fields/LabelledGroup.tsx'
import { SettingsGroup } from '#src/ui/fields/SettingsGroup.tsx'
import { styled } from '#src/ui/theme.ts'
import { FormSwitchField, FormText } from '#src/writes/form-fields.tsx'
import { useWrite } from '#src/writes/use-write.ts'
import type { SettingsFormState } from './use-settings-form.ts'

const Row = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 36px;
`
const Connected = styled('span')`
  display: flex;
  align-items: center;
  gap: 6px;
  color: var(--positive);
  font: var(--t-small);
  font-weight: 500;
`

export function LeadsGroup({ form }: { form: SettingsFormState }) {
  return (
    <SettingsGroup title="Leads" description="Forwards new leads to a Brevo list.">
      <FormSwitchField form={form} name="forward_leads_to_brevo" label="Forward leads to Brevo" />
      <FormText form={form} name="brevo_list_id" label="List ID" inputMode="numeric" />
      <FormText
        form={form}
        name="brevo_api_key"
        label="API key"
        isMono
        spellCheck={false}
        // The saved key is masked: it can be replaced or removed, but not edited.
        onFocus={(event) => {
          if (!form.isEdited('brevo_api_key')) event.target.select()
        }}
      />
      {!form.isReadOnly && <Connection form={form} />}
      <UnsentNotices projectId={form.project.id} kind="lead" />
    </SettingsGroup>
  )
}

function Connection({ form }: { form: SettingsFormState }) {
  const isOnline = useOnline()
  // The settings of the passed test: the result is not valid for other settings.
  const [passed, setPassed] = useState<unknown>(null)
  const { project } = form
  const { write, isBusy } = useWrite({
    mutationFn: () => testBrevo(project.id),
    meta: { success: (message) => message, failure: 'Error checking connection' },
  })
  const settings = `${project.brevo_api_key} ${project.brevo_list_id}`
  const isUnsaved = form.isEdited('brevo_api_key') || form.isEdited('brevo_list_id')
  const reason = isOnline
    ? isUnsaved
      ? 'Confirm the update first: the saved key and list are tested.'
      : undefined
    : OFFLINE_REFUSAL
  const check = async () => {
    setPassed(null)
    if ((await write()) !== undefined) setPassed(settings)
  }
  return (
    <LabelledGroup label="Connection">
      <Row>
        <Button
          isBusy={isBusy}
          busyLabel="Testing connection"
          disabledReason={reason}
          onClick={() => void check()}
        >
          Test connection
        </Button>
        {passed === settings && !isUnsaved && (
          <Connected role="status">
            <Icon of={CircleCheck} size={14} />
            Connected
          </Connected>
        )}
      </Row>
    </LabelledGroup>
  )
}
