import { useId, useState } from 'react'
import { CheckField } from '#src/ui/fields/CheckField.tsx'
import { CheckGrid, GroupError, GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { ListSearchField, SEARCH_FROM } from '#src/ui/lists/ListSearch.tsx'
import { styled } from '#src/ui/theme.ts'
import { ProjectName } from './ProjectName.tsx'

const All = styled('div')`
  grid-column: 1 / -1;
  margin: 0 -12px;
  padding: 0 12px;
  border-bottom: 1px solid var(--line-strong);
`

const Hint = styled('div')`
  font: var(--t-small);
  color: var(--text-3);
`

/** Check boxes for projects, with their count and a box for all. */
export function ProjectChecks(props: {
  names: readonly string[]
  colours: ReadonlyMap<string, string>
  chosen: readonly string[]
  /** `isAll`: chosen with the box for all, not one by one. */
  onChange: (chosen: readonly string[], isAll: boolean) => void
  /**
   * Whether all of now and later are chosen, where that is more than all of now. Undefined where the box
   * for all stands for the names.
   */
  hasAll?: boolean
  /** "All projects" by default. */
  allLabel?: string
  hint?: string
  error?: string | undefined
}) {
  const { names, chosen, hint } = props
  const hintId = useId()
  const [search, setSearch] = useState('')
  const text = search.trim().toLowerCase()
  const shown = names.filter((name) => name.toLowerCase().includes(text))
  const isAll = props.hasAll ?? (names.length > 0 && chosen.length === names.length)
  return (
    <GroupFrame
      role="group"
      aria-label="Projects"
      {...(hint === undefined ? {} : { 'aria-describedby': hintId })}
    >
      <GroupLabel className="num">
        Projects
        <span>
          {chosen.length} of {names.length}
        </span>
      </GroupLabel>
      {names.length >= SEARCH_FROM && (
        <ListSearchField
          label="Search projects"
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            // It would send the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      <CheckGrid>
        <All>
          <CheckField
            label={props.allLabel ?? 'All projects'}
            checked={isAll}
            isMixed={!isAll && chosen.length > 0}
            onChange={(isOn) => props.onChange(isOn ? names : [], isOn)}
          />
        </All>
        {shown.map((name) => (
          <CheckField
            key={name}
            label={name}
            checked={chosen.includes(name)}
            onChange={(isOn) =>
              props.onChange(
                names.filter((each) => (each === name ? isOn : chosen.includes(each))),
                false,
              )
            }
          >
            <ProjectName name={name} colours={props.colours} />
          </CheckField>
        ))}
        {shown.length === 0 && <p role="status">No projects match &quot;{search.trim()}&quot;.</p>}
      </CheckGrid>
      <GroupError text={props.error} />
      {hint !== undefined && <Hint id={hintId}>{hint}</Hint>}
    </GroupFrame>
  )
}
