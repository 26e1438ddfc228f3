import { CheckField } from '#src/ui/fields/CheckField.tsx'
import { GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { ProjectName } from './ProjectName.tsx'

const Box = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0 16px;
  padding: 4px 12px;
  background: var(--surface-2);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
  }
`
const All = styled('div')`
  grid-column: 1 / -1;
  margin: 0 -12px;
  padding: 0 12px;
  border-bottom: 1px solid var(--line-strong);
`

/** Check boxes for projects, with their count and a box for all. */
export function ProjectChecks(props: {
  names: readonly string[]
  colours: ReadonlyMap<string, string>
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const { names, chosen } = props
  const isAll = chosen.length === names.length
  return (
    <GroupFrame role="group" aria-label="Projects">
      <GroupLabel className="num">
        Projects
        <span>
          {chosen.length} of {names.length}
        </span>
      </GroupLabel>
      <Box>
        <All>
          <CheckField
            label="All projects"
            checked={isAll}
            isMixed={!isAll && chosen.length > 0}
            onChange={(isOn) => props.onChange(isOn ? names : [])}
          />
        </All>
        {names.map((name) => (
          <CheckField
            key={name}
            label={name}
            checked={chosen.includes(name)}
            onChange={(isOn) =>
              props.onChange(names.filter((each) => (each === name ? isOn : chosen.includes(each))))
            }
          >
            <ProjectName name={name} colour={props.colours.get(name) ?? 'grey'} />
          </CheckField>
        ))}
      </Box>
    </GroupFrame>
  )
}
