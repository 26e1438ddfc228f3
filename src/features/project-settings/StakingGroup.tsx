import { useState } from 'react'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { SettingsGroup } from '#src/ui/fields/SettingsGroup.tsx'
import { SwitchField } from '#src/ui/fields/SwitchField.tsx'
import { useWriteLock } from '#src/writes/use-write-lock.tsx'
import { ReadOnlyFlag } from './read-only-fields.tsx'
import { Term } from './TermField.tsx'
import type { SettingsFormState } from './use-settings-form.ts'
import type { TermsFormState } from './use-terms-form.ts'

/** Before the first completed purchase, rewards are a term like the others. */
export function StakingGroup(props: { form: SettingsFormState; termsForm: TermsFormState | null }) {
  const { form, termsForm } = props
  const { project } = form
  return (
    <SettingsGroup
      title="Staking"
      description={
        termsForm === null
          ? 'Once disabled, rewards cannot be enabled again.'
          : 'After the first completed purchase, rewards can only be disabled.'
      }
    >
      {termsForm === null ? (
        <RewardsSwitch form={form} />
      ) : (
        <Term name="staking_rewards_active" project={project} form={termsForm} />
      )}
      <Term name="staking_apy" project={project} form={termsForm} isTall={!form.isReadOnly} />
      <Term name="staking_enabled" project={project} form={termsForm} isTall={!form.isReadOnly} />
    </SettingsGroup>
  )
}

/** Rewards can only be disabled: the switch of disabled rewards is disabled. */
function RewardsSwitch({ form }: { form: SettingsFormState }) {
  const [isConfirming, setConfirming] = useState(false)
  const { project, values } = form
  const lock = useWriteLock()
  return (
    <>
      {form.isReadOnly ? (
        <ReadOnlyFlag label="Staking rewards" flag={project.staking_rewards_active} />
      ) : (
        <SwitchField
          label="Staking rewards"
          checked={values.staking_rewards_active}
          isEdited={form.isEdited('staking_rewards_active')}
          disabled={project.staking_rewards_active !== 1}
          onChange={(isOn) => {
            // Going back to the saved value needs no confirmation.
            if (isOn) form.set('staking_rewards_active', true)
            else setConfirming(true)
          }}
        />
      )}
      <ConfirmDialog
        title="Confirm Disabling Staking Rewards"
        isOpen={isConfirming}
        lock={lock}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          form.set('staking_rewards_active', false)
          setConfirming(false)
        }}
        confirmLabel="Disable"
      >
        This ends staking for the presale of <b>{project.id}</b>, and it cannot be re-enabled. It
        takes effect with Confirm Update.
      </ConfirmDialog>
    </>
  )
}
