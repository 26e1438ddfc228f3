import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { fillDemo } from '#server/demo/fill.ts'
import { DEMO_PROJECTS } from '#server/demo/projects.ts'
import { openFolder } from './e2e-database.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = path.join(root, 'node_modules', '.cache', 'saleroom-e2e')

/** The demo data depends on these sources, its size and the day, which name the cached folder. */
const SOURCES = ['server/demo', 'server/db/migrations']

/** A fifth of the demo's rows: each server of a journey copies them. */
const SMALL_PROJECTS = DEMO_PROJECTS.map((project) => ({
  ...project,
  wallets: Math.round(project.wallets / 5),
  purchases: Math.round(project.purchases / 5),
}))

function templateFolder(): string {
  const hash = createHash('sha256').update(JSON.stringify(SMALL_PROJECTS))
  for (const folder of SOURCES) {
    const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name)).toSorted())
      hash.update(file).update(readFileSync(path.join(root, folder, file)))
  }
  const day = new Date().toISOString().slice(0, 10)
  return path.join(cache, `${day}-${hash.digest('hex').slice(0, 16)}`)
}

/**
 * Before the first test: copies the build, and creates a folder with demo data. @returns a function that
 * removes the copy after the last test
 */
export default async function prepare(): Promise<() => Promise<void>> {
  if (!existsSync(path.join(root, 'dist', 'build.json')))
    throw new Error('There is no build to test. Run `npm run build` first.')
  await mkdir(cache, { recursive: true })
  // Inside node_modules, so that Node resolves the server's packages.
  const build = await mkdtemp(path.join(cache, 'build-'))
  await cp(path.join(root, 'dist'), build, { recursive: true })
  process.env['SALEROOM_E2E_BUILD'] = build
  await fillDemoData()
  return () => rm(build, { recursive: true, force: true })
}

async function fillDemoData(): Promise<void> {
  const template = templateFolder()
  // Workers inherit the path: midnight may pass before the last worker starts.
  process.env['SALEROOM_E2E_DATA'] = template
  if (existsSync(template)) return
  const today = new Date().toISOString().slice(0, 10)
  const old = readdirSync(cache).filter((name) => /^\d/.test(name) && !name.startsWith(today))
  await Promise.all(old.map((name) => rm(path.join(cache, name), { recursive: true, force: true })))
  const folder = await mkdtemp(path.join(cache, `${today}-filling-`))
  const { db, close } = await openEmbedded(path.join(folder, 'db'))
  await migrate(db)
  await fillDemo(db, { now: new Date(), log: () => {}, projects: SMALL_PROJECTS })
  await close()
  await trimLog(folder)
  // Another run may have created it first; both folders are equal.
  await rename(folder, template).catch(() => rm(folder, { recursive: true, force: true }))
}

/**
 * Deletes the recycled files of the write-ahead log, which are more than half of the size of
 * every test's copy.
 */
async function trimLog(folder: string): Promise<void> {
  const database = await openFolder(folder)
  const [row] = await database.query<{ file: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as file',
  )
  await database.close()
  const log = path.join(folder, 'db', 'pg_wal')
  const later = (await readdir(log)).filter(
    (name) => name.length === 24 && name > (row?.file ?? ''),
  )
  // The first one may hold the final checkpoint.
  const [, ...spare] = later.toSorted()
  await Promise.all(spare.map((name) => rm(path.join(log, name))))
}

/** Copies the filled folder to `target`. */
export async function copyDemoData(target: string): Promise<void> {
  await cp(process.env['SALEROOM_E2E_DATA'] ?? templateFolder(), target, { recursive: true })
}
