import { useProjects } from '#src/api/projects.ts'
import { projectOptions } from '#src/projects/project-options.ts'
import { chooseProject } from '#src/state/setup-guide.ts'
import { Select } from '#src/ui/controls/Select.tsx'
import { MiddleText, WholeName } from '#src/ui/text/MiddleText.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('div')`
  display: flex;
  min-width: 0;
  max-width: 240px;
  color: var(--text-2);
  & > [role='combobox'] {
    width: 200px;
  }
  ${MOBILE} {
    flex: 1 0 100%;
    order: 1;
    max-width: none;
    & > [role='combobox'] {
      width: 100%;
    }
  }
`

/** The project that the guide is about; a selection where several wait for their first event. */
export function GuidedProject(props: {
  id: string
  /** Those that have none of their events, and `id`. */
  ids: readonly string[]
}) {
  const { id, ids } = props
  const { colours } = useProjects()
  return (
    <Root>
      {ids.length > 1 ? (
        <Select
          label="Project"
          options={projectOptions(ids, colours)}
          value={id}
          onChange={chooseProject}
        />
      ) : (
        <WholeName text={id}>
          <MiddleText text={id} />
        </WholeName>
      )}
    </Root>
  )
}
