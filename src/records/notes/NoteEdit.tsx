import { useState } from 'react'
import { ApiError, send } from '#src/api/http.ts'
import { mentionedIn, mentionsOf } from '#src/domain/text/mentions.ts'
import { formatTime } from '#src/domain/time/format-time.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MAX_NOTE_LENGTH, noteCalls, type Note, type NoteRecord } from '#src/wire/notes.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { useIsPast } from './note-time.ts'
import { noteQueryKeys } from './note-writes.ts'
import { lengthOf, NoteField, type NoteText } from './NoteField.tsx'
import { useShowNote } from './use-notes.ts'

const IS_OVER = 'The time to change this note is over. Copy your text into a new note.'

/** Changes a note in its place. What was typed stays when the time is over. */
export function NoteEdit(props: { note: Note; record: NoteRecord; onEnd: () => void }) {
  const { note, record, onEnd } = props
  const before = note.text ?? ''
  const [value, setValue] = useState<NoteText>(() => ({
    text: before,
    mentions: mentionsOf(before, note.mentions),
  }))
  const isOnline = useOnline()
  const showNote = useShowNote(record)
  const isPast = useIsPast(note.editable_until)
  const [isRefused, setRefused] = useState(false)
  const { write, isBusy } = useWrite({
    mutationFn: async (next: NoteText) => {
      const mentions = mentionedIn(next.text, next.mentions).map(({ id }) => id)
      try {
        const body = { text: next.text.trim(), mentions }
        return await send(noteCalls.updateNote, { params: { id: note.id }, body })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 403)) throw error
        setRefused(true)
        throw new ApiError({ kind: 'answer', status: 403, message: IS_OVER, cause: error })
      }
    },
    meta: {
      success: 'Successfully saved note',
      failure: 'Error saving note',
      invalidates: noteQueryKeys(record),
    },
  })
  const length = lengthOf(value.text)
  const isChanged = value.text !== before
  useUnsaved(isChanged)
  const isOver = isPast || isRefused
  const canSave = isChanged && length > 0 && length <= MAX_NOTE_LENGTH
  const reason = isOver ? IS_OVER : isOnline ? undefined : OFFLINE_REFUSAL
  const save = async () => {
    if (!canSave || reason !== undefined) return
    const saved = await write(value)
    if (saved === undefined) return
    showNote(saved)
    onEnd()
  }
  return (
    <NoteField
      record={record}
      value={value}
      onChange={setValue}
      onSend={() => void save()}
      onCancel={onEnd}
      isLocked={isBusy}
      isPlain
      takesFocus
      hint={isOver ? IS_OVER : `Until ${formatTime(Date.parse(note.editable_until))}`}
    >
      <Button size="sm" variant="ghost" disabled={isBusy} onClick={onEnd}>
        Cancel
      </Button>
      <Button
        size="sm"
        isBusy={isBusy}
        busyLabel="Saving"
        disabled={!canSave}
        disabledReason={reason}
        onClick={() => void save()}
      >
        Save
      </Button>
    </NoteField>
  )
}
