import { sql } from 'kysely'
import { openPostgres, type Db } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { startCluster, whyNoPostgres } from '#tests/support/server/postgres.ts'
import { fillRandomSale } from './random-sale.ts'

type Sale = Parameters<typeof fillRandomSale>[1]

/** The databases that this machine has. */
export const DATABASES = whyNoPostgres() === null ? ['embedded', 'PostgreSQL'] : ['embedded']

/** Fills a server's database with a random sale; an admin reads it at the sale's `now`. */
export async function fillSale(app: TestApp, sale: Sale): Promise<SignedIn> {
  app.clock.set(new Date(sale.now).toISOString())
  const admin = await app.signIn('admin')
  await fillRandomSale((statement, params) => {
    const [start = '', end = ''] = statement.split('$1')
    return sql`${sql.raw(start)}${params[0]}${sql.raw(end)}`.execute(app.db)
  }, sale)
  return admin
}

/** Servers with the same random sale, one for each of `DATABASES`. */
export interface RandomSales {
  /** @throws for another name */
  on: (database: string) => { app: TestApp; admin: SignedIn }
  close: () => Promise<void>
}

/** @param finish adds to each database */
export async function openRandomSales(
  sale: Sale,
  finish: (db: Db) => Promise<unknown>,
): Promise<RandomSales> {
  const servers = new Map<string, { app: TestApp; admin: SignedIn }>()
  const cluster = DATABASES.includes('PostgreSQL')
    ? await startCluster({ settings: ['fsync=off'] })
    : undefined
  const postgres = cluster && openPostgres(cluster.url)
  if (postgres) await migrate(postgres.db)
  for (const name of DATABASES) {
    const app = await openTestApp(name === 'PostgreSQL' && postgres ? { db: postgres.db } : {})
    servers.set(name, { app, admin: await fillSale(app, sale) })
    await finish(app.db)
  }
  return {
    on(database) {
      const server = servers.get(database)
      if (server === undefined) throw new Error(`No database ${database}`)
      return server
    },
    async close() {
      for (const { app } of servers.values()) await app.close()
      await postgres?.close()
      cluster?.remove()
    },
  }
}
