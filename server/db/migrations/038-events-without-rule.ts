import { sql, type Kysely } from 'kysely'
import { lockTables } from './lock-tables.ts'

// With what the next migration needs, which runs in the same transaction.
const LOCKS = lockTables(`
      lock table alert_events in access exclusive mode;
      lock table users in share row exclusive mode;`)

// The kinds are named, because a process of the earlier version that still runs gives its events the
// id of a rule that does not exist: it adds none that are there.
const KINDS = "('digest', 'account', 'approval_requested', 'script_changed')"

const EVENTS = `
alter table alert_events alter column rule_id drop not null;
update alert_events set rule_id = null where kind in ${KINDS};
create unique index alert_events_without_rule on alert_events (user_id, kind, key)
  where kind in ${KINDS};
`

export const name = '038-events-without-rule'

/** Digests and news have no rule. A person has no two of a kind with one key. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [LOCKS, EVENTS]) await sql.raw(statements).execute(db)
}
