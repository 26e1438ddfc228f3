import { sql, type RawBuilder } from 'kysely'
import type { NoteKind } from '#src/wire/notes.ts'

/**
 * How many notes a record has, without deleted ones.
 * @param table the name of the record's table in the query
 */
export function countNotes(kind: NoteKind, table = 't'): RawBuilder<number> {
  const column = kind === 'wallet' ? 'wallet_address' : 'id'
  return sql<number>`coalesce((
    select n.notes from note_counts as n
    where n.project_id = ${sql.ref(`${table}.project_id`)} and n.kind = ${sql.lit(kind)}
      and n.record = ${sql.ref(`${table}.${column}`)}::text), 0)`
}

/**
 * The condition that leaves the records of these projects that have notes, starting with `and`; none
 * without a kind. It finds them by their counts, so that the time grows with the records with notes and not
 * with the list.
 */
export function whereNoted(
  kind: NoteKind | undefined,
  projects: readonly string[],
): RawBuilder<unknown> {
  if (kind === undefined) return sql``
  const own = sql`from note_counts as n where n.project_id = any(${[...projects]}::text[])
    and n.kind = ${sql.lit(kind)} and n.notes > 0`
  if (kind !== 'wallet') return sql`and id = any(array(select n.record::bigint ${own}))`
  const byAddress = sql`and wallet_address = any(array(select n.record ${own}))`
  // Several projects may have a wallet of the same address.
  return projects.length === 1
    ? byAddress
    : sql`${byAddress} and (project_id, wallet_address) in (select n.project_id, n.record ${own})`
}
