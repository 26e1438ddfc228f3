import { FormNumber } from '#src/writes/form-fields.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'
import { Term } from './TermField.tsx'
import type { SettingsFormState } from './use-settings-form.ts'
import type { TermsFormState } from './use-terms-form.ts'

export function ReferralsGroup(props: {
  form: SettingsFormState
  termsForm: TermsFormState | null
}) {
  const { form } = props
  return (
    <SettingsGroup title="Referrals" description="Defaults for every wallet without an override.">
      <FormNumber
        form={form}
        name="default_min_referral_spend"
        label="Minimum referral spend"
        suffix="USD"
        min={0}
        max={1e15}
      />
      <FormNumber
        form={form}
        name="default_referral_token_bonus_percentage"
        label="Token bonus"
        suffix="%"
        min={0}
        max={100}
      />
      <Term
        name="default_referral_payout_percentage"
        project={form.project}
        form={props.termsForm}
        isTall
      />
    </SettingsGroup>
  )
}
