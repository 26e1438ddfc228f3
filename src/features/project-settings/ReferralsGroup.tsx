import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'
import { Term } from './TermField.tsx'
import { numberProps } from './use-overlay-form.ts'
import type { SettingsFormState } from './use-settings-form.ts'
import type { TermsFormState } from './use-terms-form.ts'

export function ReferralsGroup(props: {
  form: SettingsFormState
  termsForm: TermsFormState | null
}) {
  const { form } = props
  return (
    <SettingsGroup title="Referrals" description="Defaults for every wallet without an override.">
      <NumberField
        label="Minimum referral spend"
        suffix="USD"
        min={0}
        max={1e15}
        {...numberProps(form, 'default_min_referral_spend')}
      />
      <NumberField
        label="Token bonus"
        suffix="%"
        min={0}
        max={100}
        {...numberProps(form, 'default_referral_token_bonus_percentage')}
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
