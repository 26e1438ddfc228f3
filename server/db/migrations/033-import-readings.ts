import { sql, type Kysely } from 'kysely'

export const name = '033-import-readings'

/** How ambiguous cells of an import, such as 1,250 or 01/03/2025, are read. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw("alter table imports add column readings jsonb not null default '[]'").execute(db)
}
