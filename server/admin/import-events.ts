import { createHash } from 'node:crypto'
import { stableJson } from '#src/domain/stable-json.ts'

const TIME_FIELDS = ['occurred_at', 'created_at'] as const
const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?( ?(?:Z|[+-]\d\d:\d\d))?$/

/**
 * The event of a line of a table: `created_at` is the default of `occurred_at`, blank cells are absent,
 * and a time without an offset is UTC. The id is a hash of the cells, independent of their order, so a
 * line that is imported again is recognised.
 */
export function toEvent({
  project_id: _project,
  ...cells
}: Record<string, string>): Record<string, unknown> {
  const filled = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))
  const id = createHash('sha256').update(stableJson(filled)).digest('base64url').slice(0, 32)
  const event: Record<string, unknown> = {
    id: `import:${id}`,
    kind: 'transaction',
    occurred_at: filled['created_at'],
    ...filled,
  }
  for (const field of TIME_FIELDS)
    if (typeof event[field] === 'string') event[field] = toInstant(event[field])
  if (typeof event['is_email_verified'] === 'string')
    event['is_email_verified'] = Number(event['is_email_verified'])
  return event
}

/** "2025-09-02 10:14" is "2025-09-02T10:14:00Z", and a date is its start. Any other text stays as it is, and is validated. */
function toInstant(text: string): string {
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = TIME.exec(text) ?? []
  return day === undefined ? text : `${day}T${time}${seconds}${zone.trim()}`
}

/** The field of the line that a field of its event comes from. */
export function cellOf(field: string, cells: Readonly<Record<string, string>>): string {
  return field === 'occurred_at' && !cells[field] ? 'created_at' : field
}
