import { Pencil, Trash2 } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { localPart } from '#src/domain/text/mentions.ts'
import { formatTime } from '#src/domain/time/format-time.ts'
import { ActionMenu } from '#src/ui/controls/ActionMenu.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Note, NoteRecord } from '#src/wire/notes.ts'
import { DeleteNote } from './DeleteNote.tsx'
import { formatNoteTime, noteTitle, useIsPast } from './note-time.ts'
import { NoteEdit } from './NoteEdit.tsx'
import { NoteText } from './NoteText.tsx'

const Root = styled('article')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  outline: none;
  ${MOBILE} {
    padding: 12px 16px;
  }
`
const Head = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  min-height: 20px;
  & > b {
    font-weight: 500;
  }
  & > time {
    margin-left: auto;
    flex: none;
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
    color: var(--text-3);
  }
  & > button {
    margin: -4px -8px -4px 0;
  }
  ${MOBILE} {
    & > button {
      margin: -12px -12px -12px 0;
    }
  }
`
const Deleted = styled('p')`
  font: var(--t-small);
  color: var(--text-3);
  overflow-wrap: anywhere;
`

/** One note on a record. Its author can change and delete it for a while. */
export const NoteItem = memo(function NoteItem(props: {
  note: Note
  record: NoteRecord
  /** What is today, epoch ms. */
  asOf: number
  /** Its author may write. */
  isOwn: boolean
}) {
  const { note, record, isOwn } = props
  const { author, edited_at: editedAt, deleted_at: deletedAt } = note
  const article = useRef<HTMLElement>(null)
  const [action, setAction] = useState<'edit' | 'delete'>()
  const end = () => {
    setAction(undefined)
    article.current?.focus({ preventScroll: true })
  }
  const now = new Date(props.asOf)
  const time = formatNoteTime(note.at, now)
  const name = localPart(author.email)
  const label = `Note by ${name}, ${time}`
  if (deletedAt !== null) {
    return (
      <Root ref={article} tabIndex={-1} aria-label={label}>
        <Deleted>
          Deleted by {author.email} at {formatNoteTime(deletedAt, now)}
        </Deleted>
      </Root>
    )
  }
  return (
    <Root ref={article} tabIndex={-1} aria-label={label}>
      <Head>
        <b className="trunc" title={author.email}>
          {name}
        </b>
        <time dateTime={note.at} title={noteTitle(author.email, note.at)}>
          {time}
          {editedAt !== null && `, edited ${formatTime(Date.parse(editedAt))}`}
        </time>
        {isOwn && action !== 'edit' && <Actions note={note} time={time} onAction={setAction} />}
      </Head>
      {action === 'edit' ? (
        <NoteEdit note={note} record={record} onEnd={end} />
      ) : (
        <NoteText note={note} projectId={record.project_id} />
      )}
      {action === 'delete' && <DeleteNote note={note} record={record} name={name} onEnd={end} />}
    </Root>
  )
})

/** Gone once the time to change the note is over. */
function Actions(props: {
  note: Note
  time: string
  onAction: (action: 'edit' | 'delete') => void
}) {
  const { note, time, onAction } = props
  if (useIsPast(note.editable_until)) return null
  return (
    <ActionMenu
      label={`Actions for your note of ${time}`}
      actions={[
        { label: 'Edit', icon: Pencil, onSelect: () => onAction('edit') },
        { label: 'Delete', icon: Trash2, onSelect: () => onAction('delete') },
      ]}
    />
  )
}
