import { sql, type Kysely } from 'kysely'

const STATEMENTS = `
create index audit_log_refused on audit_log (created_at) where action = 'session.refused';
`

export const name = '012-sign-in-refusals'

/** Finds the refused sign-ins that are old enough to delete. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
}
