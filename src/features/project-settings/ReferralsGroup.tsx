import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { ReadOnlyPercent } from './read-only-fields.tsx'
import type { SettingsForm } from './settings-form.ts'
import { SettingsGroup } from './SettingsGroup.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

type NumberName = 'default_min_referral_spend' | 'default_referral_token_bonus_percentage'

function numberProps(form: SettingsFormState, field: NumberName) {
  return {
    value: form.values[field],
    error: form.errorOf(field),
    isEdited: form.isEdited(field),
    onChange: (value: SettingsForm[NumberName]) => form.set(field, value),
    onBlur: () => form.touch(field),
  }
}

export function ReferralsGroup({ form }: { form: SettingsFormState }) {
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
      <ReadOnlyPercent
        label="Payout"
        isTall
        percent={form.project.default_referral_payout_percentage ?? null}
      />
    </SettingsGroup>
  )
}
