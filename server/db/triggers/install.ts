import { sql, type Kysely } from 'kysely'
import { APPEND_ONLY } from './append-only.ts'
import { CODE_SUMS } from './code-sums.ts'
import { ROLLUP_KEYS, ROLLUP_SUMS } from './rollup-sums.ts'
import { WALLET_COUNTS } from './wallet-counts.ts'
import { WALLET_TOKENS } from './wallet-tokens.ts'

// Earlier migrations install the present text, whose columns may be newer than their tables.
const COLUMNS = `
alter table transactions
  add column if not exists voided_at timestamptz,
  add column if not exists proof_state text;
alter table wallets
  add column if not exists paid_usd numeric not null default 0,
  add column if not exists purchased_tokens numeric not null default 0,
  add column if not exists bonus_tokens numeric not null default 0,
  add column if not exists credited_tokens numeric not null default 0;
alter table bonus_codes
  add column if not exists usd numeric not null default 0,
  add column if not exists bonus_tokens numeric not null default 0;
`

/**
 * The current text of the triggers that have changed since they were made, with their functions. A change
 * needs a migration that installs it. Those of histories are in 019-history and those of live changes in
 * 023-changes: their tables do not exist yet when earlier migrations install these.
 */
export const TRIGGERS = [
  ROLLUP_KEYS,
  ROLLUP_SUMS,
  WALLET_COUNTS,
  WALLET_TOKENS,
  CODE_SUMS,
  APPEND_ONLY,
].join('')

/** Replaces triggers and functions by their current text. */
export async function installTriggers(db: Kysely<never>): Promise<void> {
  await sql.raw(COLUMNS + TRIGGERS).execute(db)
}
