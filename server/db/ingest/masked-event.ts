import { cutText } from '#src/domain/text/text.ts'
import type { EventResult } from '#src/wire/ingest.ts'

const MAX_EVENT_BYTES = 4096
const MAX_TEXT_LENGTH = 200
/** Events are flat, and the events of a malformed body lie two levels deeper. */
const MAX_DEPTH = 4
const INGEST_KEY = /ingest_[\w-]{43}/g
// Begins only where no part of an address precedes, so that a long text is read once.
const EMAIL = /(?<![^\s"'<>(),;:@])([^\s"'<>(),;:@])[^\s"'<>(),;:@]*(?=@)/g

interface RefusedEvent {
  event_id: string | null
  field: string
  reason: string
  event: string
}

/**
 * A refused event as it is stored for the site's developer: without email addresses and keys, and at
 * most 4 KB.
 */
export function describeRefused(
  event: unknown,
  { id, field = '', reason = '' }: Pick<EventResult, 'id' | 'field' | 'reason'>,
): RefusedEvent {
  return {
    event_id: id === null ? null : toText(id),
    field: toText(field),
    reason: toText(reason),
    event: cutBytes(JSON.stringify(mask(event, 0))),
  }
}

function mask(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value)
  if (value === null || typeof value !== 'object') return value
  // A stack of thousands of levels would overflow.
  if (depth === MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.map((item) => mask(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [maskText(name), mask(item, depth + 1)]),
  )
}

/** "nadia@example.org" becomes "n••••@example.org". */
function maskText(text: string): string {
  return text.replaceAll(INGEST_KEY, '[redacted]').replaceAll(EMAIL, '$1••••')
}

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
function toText(text: string): string {
  return maskText(cutText(text, MAX_TEXT_LENGTH)).replaceAll(/[\0\p{Surrogate}]/gu, '�')
}

function cutBytes(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_EVENT_BYTES) return text
  return bytes.subarray(0, MAX_EVENT_BYTES).toString('utf8').replace(/�+$/, '')
}
