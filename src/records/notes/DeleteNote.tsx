import { send } from '#src/api/http.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { noteCalls, type Note, type NoteRecord } from '#src/wire/notes.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { noteQueryKeys } from './note-writes.ts'
import { useShowNote } from './use-notes.ts'

/** Asks before a note is deleted. */
export function DeleteNote(props: {
  note: Note
  record: NoteRecord
  name: string
  onEnd: () => void
}) {
  const { note, record, onEnd } = props
  const isOnline = useOnline()
  const showNote = useShowNote(record)
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      await send(noteCalls.deleteNote, { params: { id: note.id } })
      return true
    },
    meta: {
      success: 'Successfully deleted note',
      failure: 'Error deleting note',
      invalidates: noteQueryKeys(record),
    },
  })
  const confirm = async () => {
    if ((await write()) === undefined) return
    showNote({ ...note, text: null, mentions: [], deleted_at: new Date().toISOString() })
    onEnd()
  }
  return (
    <ConfirmDialog
      title="Delete this note?"
      isOpen
      onClose={onEnd}
      onConfirm={() => void confirm()}
      confirmLabel="Delete"
      busyLabel="Deleting"
      isBusy={isBusy}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      The note goes, the line “Deleted by {props.name}” stays. This cannot be undone.
    </ConfirmDialog>
  )
}
