import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** Tables whose rows are not copied, with the reason. */
export const NOT_COPIED: Readonly<Record<string, string>> = {
  schema_migrations: 'Each database has its own; both must be at the same version.',
  sessions: 'People sign in again: a session of the old database must not go on in two.',
  refresh_tokens: 'They belong to sessions.',
  push_devices: 'They belong to sessions. The app adds its device again at the next sign-in.',
  changes: 'They carry transaction numbers of their database, and are deleted after minutes.',
}

export interface Table {
  name: string
  /** The columns that are stored, not computed, quoted and separated by commas. */
  columns: string
  /** The columns of exact numbers, such as amounts of money. */
  numbers: string[]
  /** SQL: about how many bytes a row `t` has in the text format of COPY, without reading it. */
  width: string
}

/** The tables that are copied, from the catalog, so that a future one is not forgotten. */
export async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname::text as name,
      string_agg(quote_ident(attname), ', ' order by attnum) as columns,
      coalesce(array_agg(attname::text order by attnum)
        filter (where atttypid = 'numeric'::regtype), '{}') as numbers,
      string_agg(case
          when attstorage not in ('x', 'e') then ${sql.lit(String(OTHER_BYTES))}
          when atttypid = 'bytea'::regtype then format('coalesce(2 * octet_length(%I), 0)', attname)
          when atttypid = 'text'::regtype then format('coalesce(octet_length(%I), 0)', attname)
          else format('coalesce(octet_length(%I::text), 0)', attname)
        end, ' + ') as width
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
      and relname <> all(${Object.keys(NOT_COPIED)}::text[])
    group by relname order by relname`.execute(db)
  return rows
}

/** Of a number, a time, an address. */
const OTHER_BYTES = 36
/** Of one slice. Its copies on the way from one database to the other take some times as much memory. */
const SLICE_BYTES = 2 * 1024 * 1024

/** A range of row addresses (ctid): from the first, without the last. */
export type Slice = [from: string, to: string]

/**
 * Divides a table into slices of a few megabytes. Row addresses need no key and no order, and their
 * bounds hold for any plan of the database.
 */
export async function* slicesOf(db: Db, { name, width }: Table): AsyncGenerator<Slice> {
  // The second part of an address is the row's place in its block.
  const { rows } = await sql<{ blocks: number; places: number; widest: number }>`
    select (pg_relation_size(${name}::text::regclass)
        / current_setting('block_size')::bigint)::integer as blocks,
      coalesce(max((ctid::text::point)[1]), 0)::integer as places,
      coalesce(max(${sql.raw(width)}), 1) as widest
    from ${sql.table(name)}`.execute(db)
  const [{ blocks, places, widest } = { blocks: 0, places: 0, widest: 1 }] = rows
  if (places === 0) return
  const count = Math.max(1, Math.floor(SLICE_BYTES / widest))
  if (count >= places) {
    const step = Math.floor(count / places)
    for (let block = 0; block < blocks; block += step) yield [`(${block},0)`, `(${block + step},0)`]
    return
  }
  for (let block = 0; block < blocks; block++)
    for (let place = 1; place <= places; place += count)
      yield [`(${block},${place})`, `(${block},${place + count})`]
}
