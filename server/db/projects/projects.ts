import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { ProjectRow, ProjectsTable } from '#server/db/schema/schema.ts'
import type { Explorer } from '#src/domain/sale/explorers.ts'

/** These projects, in the order of `ids`. */
export async function listProjects(db: Db, ids: readonly string[]): Promise<ProjectRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('projects').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The explorers of those of these projects that have some. */
export async function listExplorers(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Explorer[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'explorers'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, explorers }) => [id, explorers]))
}

/** Every project by name, with the start of its history and since when it is archived. */
export function listProjectStarts(
  db: Db,
): Promise<Pick<ProjectRow, 'id' | 'created_at' | 'archived_at'>[]> {
  return db
    .selectFrom('projects')
    .select(['id', 'created_at', 'archived_at'])
    .orderBy('id')
    .execute()
}

/** Adds a project; settings that are not given have their defaults. */
export function addProjectRow(
  tx: Tx,
  project: Pick<Insertable<ProjectsTable>, 'id' | 'website_url' | 'project_ticker'>,
  now: Date,
): Promise<ProjectRow> {
  return tx
    .insertInto('projects')
    .values({ ...project, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function isArchived(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('archived_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.archived_at !== null
}

/** The names of all projects. No other transaction changes them until this one ends. */
export async function lockProjectNames(tx: Tx): Promise<string[]> {
  await sql`lock table projects in share row exclusive mode`.execute(tx)
  return (await tx.selectFrom('projects').select('id').execute()).map(({ id }) => id)
}

/** Tables with data of the sale. Their rows are summed and referred to by the project's name. */
export const SALE_TABLES = [
  'wallets',
  'transactions',
  'referral_payouts',
  'bonus_transactions',
  'leads',
  'ingested_events',
  'waiting_bonuses',
  'notices',
  'settlement_statements',
] as const
/**
 * Tables with what staff configure, refused events, imports, alerts and chains. Their rows follow when the
 * project is renamed; stages follow their plan.
 */
export const STAFF_TABLES = [
  'memberships',
  'media',
  'banners',
  'seo_scripts',
  'seo_script_versions',
  'bonus_codes',
  'ingest_keys',
  'refused_events',
  'project_terms',
  'allocation_lists',
  'imports',
  'alert_rules',
  'alert_events',
  'ingest_refusal_counts',
  'chains',
  'chain_jobs',
  'chain_payments',
  'stage_plans',
  'notes',
  'note_counts',
  'reading_key_projects',
] as const

/** Whether the project has data of a sale. None can be added until the transaction ends. */
export async function hasSaleData(tx: Tx, id: string): Promise<boolean> {
  await tx.selectFrom('projects').select('id').where('id', '=', id).forUpdate().execute()
  for (const table of SALE_TABLES) {
    const { rows } = await sql`
      select from ${sql.table(table)} where project_id = ${id} limit 1`.execute(tx)
    if (rows.length > 0) return true
  }
  return false
}

/** Renames a project without data of a sale, and moves its staff tables. */
export async function renameProjectRow(
  tx: Tx,
  { id, name, now }: { id: string; name: string; now: Date },
): Promise<void> {
  // Foreign keys are checked immediately, so the new row must exist first.
  await sql`
    insert into projects select r.* from projects as p,
      jsonb_populate_record(p, jsonb_build_object('id', ${name}::text)) as r
    where p.id = ${id}`.execute(tx)
  for (const table of STAFF_TABLES)
    await sql`update ${sql.table(table)} set project_id = ${name} where project_id = ${id}`.execute(
      tx,
    )
  await tx.deleteFrom('projects').where('id', '=', id).execute()
  await tx.updateTable('projects').set({ updated_at: now }).where('id', '=', name).execute()
}
