import { sql, type Kysely } from 'kysely'
import { SettingsError } from '#server/settings-error.ts'
import * as schema from './migrations/001-schema.ts'
import * as rollups from './migrations/002-rollups.ts'
import * as ingest from './migrations/010-ingest.ts'
import * as purchaseCounts from './migrations/011-purchase-counts.ts'
import * as signInRefusals from './migrations/012-sign-in-refusals.ts'
import * as triggers from './migrations/013-triggers.ts'
import * as vitals from './migrations/014-vitals.ts'
import * as invitations from './migrations/015-invitations.ts'
import * as connections from './migrations/016-connections.ts'
import * as projectTerms from './migrations/017-project-terms.ts'
import * as imports from './migrations/018-imports.ts'
import * as history from './migrations/019-history.ts'
import * as lookups from './migrations/020-lookups.ts'
import * as lists from './migrations/021-lists.ts'
import * as audit from './migrations/022-audit-triggers.ts'
import * as changes from './migrations/023-changes.ts'
import * as alerts from './migrations/024-alerts.ts'
import * as push from './migrations/025-push.ts'
import * as codeEffects from './migrations/026-code-effects.ts'
import * as campaignTriggers from './migrations/027-campaign-triggers.ts'
import * as statements from './migrations/028-statements.ts'
import * as secondFactors from './migrations/029-second-factors.ts'
import * as approvals from './migrations/030-approvals.ts'
import * as proofTriggers from './migrations/031-proof-triggers.ts'
import * as sessionWrites from './migrations/032-session-writes.ts'
import * as importReadings from './migrations/033-import-readings.ts'
import * as walletsOfRewards from './migrations/034-wallets-of-rewards.ts'
import * as referralCodes from './migrations/035-referral-codes.ts'
import * as projectNumbers from './migrations/036-project-numbers.ts'
import * as paymentTokenNames from './migrations/037-payment-token-names.ts'
import * as eventsWithoutRule from './migrations/038-events-without-rule.ts'
import * as codeTries from './migrations/039-code-tries.ts'
import type { Database } from './schema.ts'

export interface Migration {
  name: string
  /** A migration uses the tables of its own version, so it gets a database without row types. */
  up(db: Kysely<never>): Promise<void>
}

/** In execution order. New migrations go to the end. */
export const MIGRATIONS: readonly Migration[] = [
  schema,
  rollups,
  ingest,
  purchaseCounts,
  signInRefusals,
  triggers,
  vitals,
  invitations,
  connections,
  projectTerms,
  imports,
  history,
  lookups,
  lists,
  audit,
  changes,
  alerts,
  push,
  codeEffects,
  campaignTriggers,
  statements,
  secondFactors,
  approvals,
  proofTriggers,
  sessionWrites,
  importReadings,
  walletsOfRewards,
  referralCodes,
  projectNumbers,
  paymentTokenNames,
  eventsWithoutRule,
  codeTries,
]

const MIGRATION_LOCK = 7_253_366

/**
 * Migrates the database to this version, in one transaction under an advisory lock, so several
 * processes can start at the same time.
 * @returns the names of the migrations that ran
 * @throws SettingsError if a newer version has migrated the database
 */
export async function migrate(
  db: Kysely<Database>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    // The wait for another process, or a migration of millions of rows, can take long.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(tx)
    const { rows } = await sql<{
      name: string
    }>`select name from schema_migrations order by name`.execute(tx)
    const expected = new Set(migrations.map((migration) => migration.name))
    const unknown = rows.find((row) => !expected.has(row.name))
    if (unknown) {
      throw new SettingsError(
        `The database is from a newer version of Saleroom (it has "${unknown.name}"). Nothing was changed: start that version, or a later one.`,
      )
    }
    const applied = new Set(rows.map((row) => row.name))
    const ran: string[] = []
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      // The migration uses the tables of its own version, so the current row types do not apply.
      await migration.up(tx as unknown as Kysely<never>)
      await sql`insert into schema_migrations (name) values (${migration.name})`.execute(tx)
      ran.push(migration.name)
    }
    return ran
  })
}
