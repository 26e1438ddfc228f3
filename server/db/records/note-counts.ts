import { sql, type RawBuilder } from 'kysely'
import type { NoteKind } from '#src/wire/notes.ts'

/**
 * How many notes a record has, without deleted ones.
 * @param table the name of the record's table in the query
 */
export function countNotes(kind: NoteKind, table = 't'): RawBuilder<number> {
  const column = kind === 'wallet' ? 'wallet_address' : 'id'
  return sql<number>`(
    select count(*) from notes as n
    where n.project_id = ${sql.ref(`${table}.project_id`)} and n.kind = ${sql.lit(kind)}
      and n.record = ${sql.ref(`${table}.${column}`)}::text and n.deleted_at is null)`
}

/** The condition for `where` that leaves records with notes; none without `noted`. */
export function whereNoted(kind: NoteKind, noted: '1' | undefined): RawBuilder<unknown> {
  if (noted === undefined) return sql``
  const [column, record] =
    kind === 'wallet' ? [sql`wallet_address`, sql`n.record`] : [sql`id`, sql`n.record::bigint`]
  return sql`and (project_id, ${column}) in (
    select n.project_id, ${record} from notes as n
    where n.kind = ${sql.lit(kind)} and n.deleted_at is null)`
}
