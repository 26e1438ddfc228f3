import { ProjectDot } from '#src/ui/ProjectDot.tsx'
import { styled } from '#src/ui/theme.ts'

const Root = styled('span')`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  max-width: 100%;
  font-weight: 500;
`

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
