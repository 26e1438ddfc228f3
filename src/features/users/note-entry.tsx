import { formatId } from '#src/domain/sale/record-formats.ts'
import { localPart } from '#src/domain/text/mentions.ts'
import { noteParts } from '#src/domain/text/note-parts.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { formatNoteTime } from '#src/records/notes/note-time.ts'
import { styled } from '#src/ui/theme.ts'
import type { EntryParts, TimelineContext } from './entry-parts.tsx'
import type { EntryOf } from './timeline-rows.ts'

/** Each line has the direction of its own text. */
const Text = styled('bdi')`
  white-space: pre-line;
  unicode-bidi: plaintext;
`

/** Addresses and hashes are as short as in the other lines; the card of notes leads to them. */
const shortText = (text: string) =>
  noteParts(text, [])
    .map(({ is, text: part }) => (is === 'wallet' || is === 'hash' ? shortAddress(part) : part))
    .join('')

/** A note on the wallet, or on one of its purchases: its text, or who deleted it. */
export function noteEntryParts(
  { note }: EntryOf<'note'>,
  { projectId, now }: TimelineContext,
): EntryParts {
  const { author, text, deleted_at: deletedAt, kind, record_id: id } = note
  const name = localPart(author.email)
  return {
    title:
      kind === 'transaction' ? (
        <span>
          Note by {name} on{' '}
          <RecordLink kind="transaction" projectId={projectId} id={id}>
            Purchase {formatId(id)}
          </RecordLink>
        </span>
      ) : (
        `Note by ${name}`
      ),
    line:
      deletedAt === null ? (
        <Text>{shortText(text ?? '')}</Text>
      ) : (
        <>
          Deleted by {author.email} at{' '}
          <DateTime instant={deletedAt} text={formatNoteTime(deletedAt, now)} />
        </>
      ),
  }
}
