import { hasRepeatedColour } from '#src/domain/colours.ts'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import type { RowContext } from '#src/records/record-definition.ts'
import { MiddleText, WholeName } from '#src/ui/text/MiddleText.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { styled } from '#src/ui/theme.ts'

const Root = styled('span')`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  max-width: 100%;
  font-weight: 500;
`

/** A project's name with its colour, which is hatched if an earlier project has the same. */
export function ProjectName(props: {
  name: string
  /** Of all projects. */
  colours: ReadonlyMap<string, string>
  /** Replaces what `colours` says, which has not all projects. */
  isHatched?: boolean | undefined
  /** A link to the project's settings. */
  isLink?: boolean | undefined
}) {
  const { name, colours } = props
  return (
    <Root>
      <ProjectDot
        colour={colours.get(name) ?? 'var(--text-3)'}
        isHatched={props.isHatched ?? hasRepeatedColour(colours, name)}
      />
      <WholeName text={name}>
        {props.isLink ? (
          <RecordLink kind="project" projectId={name} id={name} className="trunc">
            <MiddleText text={name} isInTrunc />
          </RecordLink>
        ) : (
          <MiddleText text={name} />
        )}
      </WholeName>
    </Root>
  )
}

/** The project of a record, which links to its settings. */
export function RecordProject<T>(props: { row: { project_id: string }; context: RowContext<T> }) {
  const { project_id: name } = props.row
  return <ProjectName name={name} colours={props.context.colours} isLink />
}
