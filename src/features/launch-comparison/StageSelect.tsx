import { Select, type SelectOption } from '#src/ui/controls/Select.tsx'
import { styled } from '#src/ui/theme.ts'
import type { PlannedNames } from './use-planned-names.ts'

const Box = styled('div')<{ $isWide: boolean }>`
  width: ${(p) => (p.$isWide ? '100%' : '168px')};
`

const WHOLE = 'whole'

/** The whole sale, or one stage by its place in the plan. */
export function StageSelect(props: {
  plans: readonly PlannedNames[]
  /** From 1; null for the whole sale. */
  place: number | null
  onChange: (place: number | null) => void
  /** Whether it fills the width. */
  isWide: boolean
}) {
  const { plans, place } = props
  const options: SelectOption<string>[] = [
    { value: WHOLE, label: 'Whole sale' },
    ...plans.map((names, index) => ({
      value: String(index + 1),
      label: `Stage ${index + 1}`,
      note: describe(names, index + 1),
    })),
  ]
  return (
    <Box $isWide={props.isWide}>
      <Select
        label="Stage"
        size="sm"
        options={options}
        value={place === null ? WHOLE : String(place)}
        onChange={(value) => props.onChange(value === WHOLE ? null : Number(value))}
        renderValue={place === null ? 'Whole sale' : `Stage ${place}`}
      />
    </Box>
  )
}

/** Three of the projects that have the stage, with its name where it is another one: "AURA, HELIX: Seed". */
function describe(names: PlannedNames, place: number): string {
  const shown = names
    .slice(0, 3)
    .map(({ project, name }) => (name === `Stage ${place}` ? project : `${project}: ${name}`))
  const others = names.length - shown.length
  return others > 0 ? `${shown.join(', ')} and ${others} more` : shown.join(', ')
}
