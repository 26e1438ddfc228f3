import { useState } from 'react'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { SwitchField } from '#src/ui/fields/SwitchField.tsx'
import { ReadOnlyFlag, ReadOnlyPercent } from './read-only-fields.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

/** Rewards can only be disabled: the switch of disabled rewards is disabled (spec 4). */
export function StakingGroup({ form }: { form: SettingsFormState }) {
  const [isConfirming, setConfirming] = useState(false)
  const { project, values } = form
  const isActive = values.staking_rewards_active
  return (
    <SettingsGroup
      title="Staking"
      description="Rewards can be disabled once, and not enabled again."
    >
      <SwitchField
        label="Staking rewards"
        checked={isActive}
        isEdited={form.isEdited('staking_rewards_active')}
        disabled={project.staking_rewards_active !== 1}
        onChange={(isOn) => {
          // Going back to the saved value needs no confirmation.
          if (isOn) form.set('staking_rewards_active', true)
          else setConfirming(true)
        }}
      />
      <ReadOnlyPercent label="APY" isTall percent={project.staking_apy ?? null} />
      <ReadOnlyFlag label="Staking" isTall flag={project.staking_enabled} />
      <ConfirmDialog
        title="Confirm Disabling Staking Rewards"
        isOpen={isConfirming}
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
    </SettingsGroup>
  )
}
