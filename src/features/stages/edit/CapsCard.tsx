import type { StagesFormState } from '#src/features/stages/edit/form/use-stages-form.ts'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { LabelledGroup } from '#src/ui/fields/LabelledGroup.tsx'
import { SettingsGroup } from '#src/ui/fields/SettingsGroup.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'
import { Dot } from './StageInput.tsx'

const Line = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 36px;
`

/** What the whole sale should and may raise, and what counts as sold. */
export function CapsCard({ form }: { form: StagesFormState }) {
  return (
    <Surface aria-label="Caps">
      <SettingsGroup title="Caps" description="In USD, over all stages. Both can stay empty.">
        <CapField label="Soft cap" {...form.capProps('soft_cap')} />
        <CapField label="Hard cap" {...form.capProps('hard_cap')} />
        <LabelledGroup label="Supply">
          <Line>
            <Switch
              label="Bonuses count"
              checked={form.values.count_bonuses}
              onChange={form.setBonuses}
            />
            {form.changes.count_bonuses && (
              <Dot>
                <span className="sr">Edited</span>
              </Dot>
            )}
          </Line>
        </LabelledGroup>
      </SettingsGroup>
    </Surface>
  )
}

function CapField(props: { label: string } & ReturnType<StagesFormState['capProps']>) {
  return (
    <TextField
      label={props.label}
      error={props.error}
      isEdited={props.isEdited}
      suffix="USD"
      inputMode="decimal"
      autoComplete="off"
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onLeave}
    />
  )
}
