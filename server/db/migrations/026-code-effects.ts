import { sql, type Kysely } from 'kysely'
import { lockTables } from './lock-tables.ts'

// What the next migration needs too: it runs in the same transaction, which must not wait while it holds
// these.
const LOCKS = lockTables(`
      lock table bonus_codes, bonus_transactions, dimension_rollups, time_rollups
        in access exclusive mode;
      lock table transactions, wallets in share row exclusive mode;`)

// Codes that were disabled earlier keep null: nothing but the audit log knows the time, and figures do
// not depend on the audit log.
const DISABLED_AT = `
alter table bonus_codes add column disabled_at timestamptz,
  add constraint bonus_codes_disabled_at check (disabled or disabled_at is null);
`

// The purchases with a code are found in the index alone, with the tokens that the code gave. It
// replaces the one of 024-alerts, which has the same key: about 30 bytes more for each bonus with a code.
const PURCHASES = `
drop index bonus_transactions_code;
create index bonus_transactions_code on bonus_transactions (bonus_code_id, created_at, id)
  include (transaction_id, bonus_token_amount) where bonus_code_id is not null;
`

export const name = '026-code-effects'

/** What a bonus code brought: when it was disabled, and its purchases. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [LOCKS, DISABLED_AT, PURCHASES]) await sql.raw(statements).execute(db)
}
