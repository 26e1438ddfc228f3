import { useState } from 'react'
import { mentionedIn, type MentionedPerson } from '#src/domain/text/mentions.ts'
import { useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MAX_NOTE_LENGTH, type Note, type NoteRecord } from '#src/wire/notes.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { OtherWriteNote, UnconfirmedNote } from '#src/writes/outcome-notes.tsx'
import { useIdempotentMutation } from '#src/writes/use-idempotent-mutation.ts'
import { changeNoteDraft, useNoteDraft } from './note-drafts.ts'
import {
  isMentionRefused,
  noteQueryKeys,
  pendingNotes,
  peopleWithoutAccess,
  postNote,
  targetOf,
  type NewNote,
} from './note-writes.ts'
import { lengthOf, NoteField } from './NoteField.tsx'
import { useShowNote } from './use-notes.ts'

const NOBODY: readonly MentionedPerson[] = []
const OUTCOME = { what: 'the note was added', place: 'the notes below', done: 'added' }

/** Writes a note on a record. Its key is kept with the draft: however often it is sent, it is added once. */
export function NoteComposer(props: {
  record: NoteRecord
  takesFocus: boolean
  onAdded: () => void
}) {
  const { record } = props
  const target = targetOf(record)
  const isOnline = useOnline()
  const draft = useNoteDraft(target)
  const showNote = useShowNote(record)
  const [refused, setRefused] = useState(NOBODY)
  const chosen = draft?.mentions ?? NOBODY
  const send: SendWrite<NewNote, Note> = async (write, timeoutMs) => {
    try {
      return await postNote(write, timeoutMs)
    } catch (error) {
      if (isMentionRefused(error))
        setRefused(await peopleWithoutAccess(record, chosen).catch(() => NOBODY))
      throw error
    }
  }
  const { unconfirmed, other, ...write } = useIdempotentMutation<NewNote, Note>({
    pendingWrites: pendingNotes,
    key: draft?.key,
    target,
    send,
    onApplied: showNote,
    onDone: props.onAdded,
    meta: {
      success: 'Successfully added note',
      failure: 'Error adding note',
      invalidates: noteQueryKeys(record),
    },
  })
  const text = unconfirmed?.what.text ?? draft?.text ?? ''
  const length = lengthOf(text)
  const canSend = length > 0 && length <= MAX_NOTE_LENGTH
  const submit = () => {
    if (write.isLocked || !canSend || !isOnline) return
    setRefused(NOBODY)
    const mentions = mentionedIn(text, chosen).map(({ id }) => id)
    void write.send({ record, text: text.trim(), mentions })
  }
  const without = mentionedIn(text, chosen).filter(({ id }) => refused.some((one) => one.id === id))
  const { isUnconfirmed, isBusy, disabledReason, onCheck } = write.footer
  return (
    <>
      <NoteField
        record={record}
        value={{ text, mentions: chosen }}
        onChange={(value) => changeNoteDraft(target, value)}
        onSend={submit}
        isLocked={write.isLocked}
        error={errorText(without)}
        hint={hintText(text, isOnline)}
        takesFocus={props.takesFocus}
      >
        <Button
          size="sm"
          isBusy={isBusy}
          busyLabel={isUnconfirmed ? 'Checking' : 'Adding note'}
          disabled={!isUnconfirmed && !canSend}
          disabledReason={disabledReason}
          onClick={isUnconfirmed ? onCheck : submit}
        >
          {isUnconfirmed ? 'Check again' : 'Add note'}
        </Button>
      </NoteField>
      {unconfirmed && (
        <UnconfirmedNote {...OUTCOME} promise="Checking never adds it twice." isChecking={isBusy} />
      )}
      {other && (
        <OtherWriteNote {...OUTCOME} other={other}>
          Another note
        </OtherWriteNote>
      )}
    </>
  )
}

function hintText(text: string, isOnline: boolean): string | undefined {
  if (text === '') return undefined
  return isOnline ? 'Draft kept on this device' : 'You are offline. The draft is kept.'
}

function errorText(without: readonly MentionedPerson[]): string | undefined {
  if (without.length === 0) return undefined
  return `${without.map(({ email }) => email).join(', ')} cannot read this record.`
}
