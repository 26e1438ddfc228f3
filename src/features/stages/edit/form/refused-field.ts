import { uncapitalize } from '#src/domain/text/text.ts'
import type { ApiError } from '#src/session/api-error.ts'
import type { StageField, StageRow } from './stages-form.ts'
import type { Refusal } from './use-stages-form.ts'

const FIELDS: Readonly<Record<string, { field: StageField; what: string }>> = {
  name: { field: 'name', what: 'The name' },
  also: { field: 'name', what: 'Another name' },
  price_usd: { field: 'price', what: 'The price' },
  supply: { field: 'supply', what: 'The supply' },
  starts_at: { field: 'starts', what: 'The start' },
  ends_at: { field: 'ends', what: 'The end' },
}

const PATH =
  /Path: body\.(soft_cap_usd|hard_cap_usd|stages\.(\d+)\.(\w+))[^,]*,?\s*Message: ([^|]*)/

/** The field that the server refuses, and why; null for an error that names none. */
export function refusedField({ message }: ApiError, rows: readonly StageRow[]): Refusal | null {
  const [, path = '', at, name = '', text = ''] = PATH.exec(message) ?? []
  const reason = `${uncapitalize(text.trim()).replace(/\.$/, '')}.`
  if (path === 'soft_cap_usd') return { at: 'soft_cap', text: `The soft cap ${reason}` }
  if (path === 'hard_cap_usd') return { at: 'hard_cap', text: `The hard cap ${reason}` }
  const row = rows[Number(at)]
  const known = FIELDS[name]
  if (row === undefined || known === undefined) return null
  return { at: `${row.key} ${known.field}`, text: `${known.what} ${reason}` }
}
