import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { openEmbedded, openPostgres, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { startCluster, whyNoPostgres } from '#tests/support/server/postgres.ts'
import { measureCampaigns, plainRangesOf } from './server-campaigns.ts'
import { fillBench } from './server-data.ts'
import { measureIngestion } from './server-ingest.ts'
import { measureFilters, measureLookups } from './server-lookups.ts'
import { measureCalls, measureHome, measureLists, measureWrites } from './server-measures.ts'

// npm run bench:server [-- --large] [-- --only=pglite|postgres] [-- --rows=100000]
// On an existing database, which the first run fills:
// npm run bench:server -- --database=postgres://... --rows=10000000 [--fill]
// Only some measurements: --measure=calls,lists,lookups,campaigns,home,writes,ingestion
const args = process.argv.slice(2)
const isLarge = args.includes('--large')
const only = args.find((arg) => arg.startsWith('--only='))?.slice(7)
const rows = args.find((arg) => arg.startsWith('--rows='))?.slice(7)
const own = args.find((arg) => arg.startsWith('--database='))?.slice(11)
const log = (line: string) => console.log(line)

const POSTGRES_SIZES = [100_000, 1_000_000, ...(isLarge ? [10_000_000] : [])]
const EMBEDDED_SIZES = [100_000, 1_000_000]
const chosen = (all: number[]) => (rows === undefined ? all : [Number(rows)])

if (own !== undefined) await benchOwn(own)
else if (only !== 'pglite') {
  const missing = whyNoPostgres()
  if (missing === null) await benchPostgres()
  else log(`PostgreSQL is skipped: ${missing}`)
}
if (own === undefined && only !== 'postgres') await benchEmbedded()

async function benchOwn(url: string): Promise<void> {
  const database = openPostgres(url)
  const size = Number(rows ?? POSTGRES_SIZES[0])
  await bench(`PostgreSQL, ${size.toLocaleString('en-US')} purchases`, size, database)
  await database.close()
}

async function benchPostgres(): Promise<void> {
  const cluster = await startCluster({
    settings: ['shared_buffers=2GB', 'max_wal_size=8GB', 'checkpoint_timeout=30min'],
  })
  try {
    for (const size of chosen(POSTGRES_SIZES)) {
      const admin = openPostgres(cluster.url)
      const name = `bench_${randomBytes(4).toString('hex')}`
      await sql`create database ${sql.id(name)}`.execute(admin.db)
      const database = openPostgres(cluster.url.replace('/postgres', `/${name}`))
      await bench(`PostgreSQL, ${size.toLocaleString('en-US')} purchases`, size, database)
      await database.close()
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin.db)
      await admin.close()
    }
  } finally {
    cluster.remove()
  }
}

async function benchEmbedded(): Promise<void> {
  for (const size of chosen(EMBEDDED_SIZES)) {
    const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-bench-'))
    const fail = (error: Error) => console.error(error)
    const database = await openEmbedded(folder, { onLost: fail, onMaintenanceError: fail })
    await bench(`PGlite, ${size.toLocaleString('en-US')} purchases`, size, database)
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bench(title: string, size: number, database: OpenDatabase): Promise<void> {
  log(`\n## ${title}\n`)
  const start = performance.now()
  await migrate(database.db)
  const isFilled = (await database.db.selectFrom('projects').select('id').execute()).length > 0
  if (!isFilled) await fillBench(database.db, size, (line) => process.stderr.write(`  ${line}\n`))
  log(`Filled in ${((performance.now() - start) / 1000).toFixed(0)} s. ${await sizes(database)}\n`)
  if (args.includes('--fill')) return
  const parts = args
    .find((arg) => arg.startsWith('--measure='))
    ?.slice(10)
    .split(',')
  const has = (part: string) => parts?.includes(part) ?? true
  const app = await openTestApp({ db: database.db, config: { checksResponses: false } })
  const admin = await app.signIn('admin')
  const isHuge = size > 2_000_000
  if (has('calls')) await measureCalls(app, admin, isHuge, log)
  if (has('lists')) await measureLists(app, admin, log)
  if (has('lists')) await measureFilters(app, admin, log)
  if (has('lookups')) await measureLookups(app, admin, log)
  if (has('campaigns'))
    await measureCampaigns(app, admin, plainRangesOf(size, database.kind !== 'postgres'), log)
  if (has('home')) await measureHome(app, admin, log)
  if (has('writes')) await measureWrites(database.db, log)
  const target = database.kind === 'postgres' ? 2000 : 500
  if (has('ingestion')) await measureIngestion(app, admin, target, log)
  await app.close()
}

async function sizes({ db }: OpenDatabase): Promise<string> {
  const { rows: found } = await sql<{ name: string; size: string }>`
    select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relname in ('transactions', 'wallets', 'time_rollups', 'dimension_rollups')`.execute(db)
  return found.map(({ name, size }) => `${name} ${size}`).join(', ')
}
