import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'
import { SettingsError } from '#server/settings-error.ts'
import * as schema from './001-schema.ts'
import * as rollups from './002-rollups.ts'
import * as ingest from './010-ingest.ts'
import * as purchaseCounts from './011-purchase-counts.ts'
import * as signInRefusals from './012-sign-in-refusals.ts'
import * as triggers from './013-triggers.ts'
import * as vitals from './014-vitals.ts'
import * as invitations from './015-invitations.ts'
import * as connections from './016-connections.ts'
import * as projectTerms from './017-project-terms.ts'
import * as imports from './018-imports.ts'
import * as history from './019-history.ts'
import * as lookups from './020-lookups.ts'
import * as lists from './021-lists.ts'
import * as audit from './022-audit-triggers.ts'
import * as changes from './023-changes.ts'
import * as alerts from './024-alerts.ts'
import * as push from './025-push.ts'
import * as codeEffects from './026-code-effects.ts'
import * as campaignTriggers from './027-campaign-triggers.ts'
import * as statements from './028-statements.ts'
import * as secondFactors from './029-second-factors.ts'
import * as approvals from './030-approvals.ts'
import * as proofTriggers from './031-proof-triggers.ts'
import * as sessionWrites from './032-session-writes.ts'
import * as importReadings from './033-import-readings.ts'
import * as walletsOfRewards from './034-wallets-of-rewards.ts'
import * as referralCodes from './035-referral-codes.ts'
import * as projectNumbers from './036-project-numbers.ts'
import * as paymentTokenNames from './037-payment-token-names.ts'
import * as eventsWithoutRule from './038-events-without-rule.ts'
import * as codeTries from './039-code-tries.ts'
import * as correctionTriggers from './040-correction-triggers.ts'
import * as allocationLists from './041-allocation-lists.ts'
import * as chainProofTriggers from './042-proof-triggers.ts'
import * as stages from './043-stages.ts'
import * as notesAndReaders from './044-notes-and-readers.ts'

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
  correctionTriggers,
  allocationLists,
  chainProofTriggers,
  stages,
  notesAndReaders,
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
