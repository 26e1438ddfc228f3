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
 * The condition for `where` that leaves records with notes; none without `noted`. Its first part finds
 * them by their index, so that the time grows with the records with notes and not with the list.
 */
export function whereNoted(kind: NoteKind, noted: '1' | undefined): RawBuilder<unknown> {
  if (noted === undefined) return sql``
  const own = sql`from note_counts as n where n.kind = ${sql.lit(kind)} and n.notes > 0`
  return kind === 'wallet'
    ? sql`and wallet_address = any(array(select n.record ${own}))
        and (project_id, wallet_address) in (select n.project_id, n.record ${own})`
    : sql`and id = any(array(select n.record::bigint ${own}))`
}
