import { sql, type Kysely } from 'kysely'

export const name = '032-session-writes'

/** With a replica: which write of a session came last, so that its next reads are not older. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('alter table sessions add column last_write uuid').execute(db)
}
