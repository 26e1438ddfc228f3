import { ProjectDot } from '#src/ui/ProjectDot.tsx'
import { styled } from '#src/ui/theme.ts'
import type { RowContext } from './record-definition.ts'

const Root = styled('span')`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  max-width: 100%;
  font-weight: 500;
`

/** A project's name with its colour. `isHatched` marks a colour that another project has too. */
export function ProjectName(props: {
  name: string
  colour: string
  isHatched?: boolean | undefined
}) {
  return (
    <Root>
      <ProjectDot colour={props.colour} isHatched={props.isHatched} />
      <span className="trunc" title={props.name}>
        {props.name}
      </span>
    </Root>
  )
}

/** The project of a record. */
export function RecordProject<T>(props: { row: { project_id: string }; context: RowContext<T> }) {
  const { project_id: name } = props.row
  return <ProjectName name={name} colour={props.context.colours.get(name) ?? 'grey'} />
}
