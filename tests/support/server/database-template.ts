import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openPostgres, type Db } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'

const TEMPLATE_LOCK = 7_253_367

export interface PostgresDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * A new database on the server of `url`, cloned from a migrated template.
 * @param version identifies the migrations, so that an outdated template is never used
 */
export async function cloneMigrated(url: string, version: string): Promise<PostgresDatabase> {
  const admin = openPostgres(url)
  const template = `saleroom_template_${version}`
  await makeTemplate(admin.db, url, template)
  const name = `test_${randomBytes(8).toString('hex')}`
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(admin.db)
  return {
    url: withDatabase(url, name),
    drop: async () => {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin.db)
      await admin.close()
    },
  }
}

/** Several workers may call this at once: one creates the template, the others wait. */
async function makeTemplate(admin: Db, url: string, template: string): Promise<void> {
  if (await exists(admin, template)) return
  await admin.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(${sql.lit(TEMPLATE_LOCK)})`.execute(db)
    try {
      if (await exists(db, template)) return
      // An incomplete template never gets the name. PostgreSQL cannot clone a database that has
      // connections.
      const draft = `${template}_${randomBytes(4).toString('hex')}`
      await sql`create database ${sql.id(draft)}`.execute(db)
      const opened = openPostgres(withDatabase(url, draft))
      await migrate(opened.db)
      await opened.close()
      await sql`alter database ${sql.id(draft)} rename to ${sql.id(template)}`.execute(db)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(TEMPLATE_LOCK)})`.execute(db)
    }
  })
}

async function exists(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(db)
  return rows.length > 0
}

function withDatabase(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}
