import type { NoteRow } from '#server/db/records/notes.ts'
import { MINUTE_MS } from '#src/domain/time/zone.ts'
import { NOTE_EDIT_MINUTES, type Note } from '#src/wire/notes.ts'

/** Until when its author may change or delete a note, exclusive. */
export const editableUntil = ({ created_at }: NoteRow) =>
  new Date(created_at.getTime() + NOTE_EDIT_MINUTES * MINUTE_MS)

/** A deleted note has neither its text nor its mentions. */
export function presentNote(row: NoteRow): Note {
  const isDeleted = row.deleted_at !== null
  return {
    id: String(row.id),
    text: isDeleted ? null : row.text,
    author: { id: String(row.author_id), email: row.author },
    at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    editable_until: editableUntil(row).toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    mentions: isDeleted ? [] : row.mentions.map(({ id, email }) => ({ id: String(id), email })),
  }
}
