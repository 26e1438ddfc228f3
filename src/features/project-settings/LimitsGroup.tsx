import { useFeature } from '#src/api/features.ts'
import { isAdmin } from '#src/domain/people/roles.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { usePrivacy } from '#src/state/privacy.ts'
import { useUser } from '#src/state/session.ts'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { SettingsGroup } from '#src/ui/fields/SettingsGroup.tsx'
import { MAX_BONUS_PERCENTAGE } from '#src/wire/bonus-codes.ts'
import type { Project } from '#src/wire/projects.ts'
import { FormNumber, FormText } from '#src/writes/form-fields.tsx'
import { ReadOnlyPercent } from './read-only-fields.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

const CONFIRM_CREDITS = 'Confirm credits over'
const APPROVE_CREDITS = 'Approve credits over'
const CONFIRM_CODES = 'Confirm bonus codes over'

/** From which size on credits and bonus codes need more than a press of a button. Admins change it. */
export function LimitsGroup({ form }: { form: SettingsFormState }) {
  const hasLimits = useFeature('approvals')
  const canEdit = isAdmin(useUser()?.role ?? '')
  const { project } = form
  if (!hasLimits) return null
  if (!canEdit) return <SavedLimits project={project} />
  const tokens = { suffix: project.id, inputMode: 'decimal', placeholder: 'No limit' } as const
  return (
    <SettingsGroup
      title="Limits"
      description="Larger amounts need a confirmation or a second person. An empty field means no limit."
    >
      <FormText
        form={form}
        name="credit_step_up_over"
        label={CONFIRM_CREDITS}
        hint="A larger credit needs a passkey, a code or the password."
        {...tokens}
      />
      <FormText
        form={form}
        name="credit_approval_over"
        label={APPROVE_CREDITS}
        hint="A second person has to approve once a person’s credits within 24 hours exceed this."
        {...tokens}
      />
      <FormNumber
        form={form}
        name="bonus_code_step_up_over"
        label={CONFIRM_CODES}
        hint="A bonus code with a higher percentage needs a passkey, a code or the password."
        suffix="%"
        placeholder="No limit"
        min={0}
        max={MAX_BONUS_PERCENTAGE}
      />
    </SettingsGroup>
  )
}

function SavedLimits({ project }: { project: Project }) {
  return (
    <SettingsGroup
      title="Limits"
      description="Larger amounts need a confirmation or a second person. Admins change these limits."
      isReadOnly
    >
      <SavedTokens label={CONFIRM_CREDITS} limit={project.credit_step_up_over} of={project.id} />
      <SavedTokens label={APPROVE_CREDITS} limit={project.credit_approval_over} of={project.id} />
      <ReadOnlyPercent label={CONFIRM_CODES} percent={project.bonus_code_step_up_over} />
    </SettingsGroup>
  )
}

function SavedTokens(props: { label: string; limit: string | null | undefined; of: string }) {
  const { limit } = props
  const privacy = usePrivacy()
  return (
    <ReadOnlyField label={props.label}>
      {limit === null || limit === undefined ? (
        'None'
      ) : (
        <TokenAmount amount={limit} unit={props.of} isMasked={privacy} isExact />
      )}
    </ReadOnlyField>
  )
}
