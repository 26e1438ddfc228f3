import { pluralize } from '#src/domain/pluralize.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'

/** Beside the page's title: how many projects the list is of, and its order. */
export function ListNote(props: { projects: number; isNewestFirst?: boolean | undefined }) {
  const count = pluralize(props.projects, 'project')
  return (
    <TopBarSlot place="note">
      <span className="small num t3">{props.isNewestFirst ? `${count}, newest first` : count}</span>
    </TopBarSlot>
  )
}
