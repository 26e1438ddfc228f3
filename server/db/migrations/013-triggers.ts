import { sql, type Kysely } from 'kysely'
import { installTriggers } from '#server/db/triggers/install.ts'

// The names of parameters cannot be replaced, so this function is created again.
const CHANGED = `
drop function if exists dimension_rollup_keys(timestamptz, text, text, text, text, text);
`

// Renamed functions. `take_turn` stays in a database that has it: during an upgrade, processes of the
// previous version call it until they are replaced.
const RENAMED = `
drop function if exists class_purchase(), refuse_change_of_trail();
`

export const name = '013-triggers'

/** Installs the current text of the triggers, which earlier migrations used to contain. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(CHANGED).execute(db)
  await installTriggers(db)
  await sql.raw(RENAMED).execute(db)
}
