import { ProjectName } from './ProjectName.tsx'
import type { RowContext } from './record-definition.ts'

/** The project of a record, with its colour. */
export function RecordProject<T>(props: { row: { project_id: string }; context: RowContext<T> }) {
  const { project_id: name } = props.row
  return <ProjectName name={name} colour={props.context.colours.get(name) ?? 'grey'} />
}
