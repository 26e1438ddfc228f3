import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decrypt, encrypt } from '#server/auth/secret.ts'
import { openEmbedded, openPostgres, type Db, type OpenDatabase } from '#server/db/engine/open.ts'
import { sumStages } from '#server/db/figures/stage-summary.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { findWrongSum } from '#server/db/move/compare.ts'
import { NOT_COPIED } from '#server/db/move/tables.ts'
import { rebuildProject } from '#server/db/rollups/rebuild.ts'
import { openDatabase } from '#server/lifecycle/boot.ts'
import { readSecrets } from '#server/lifecycle/secret-file.ts'
import { readSettings } from '#server/settings.ts'
import { serverPrograms } from '#tests/support/journeys/bundle.mjs'
import { signInAt, startApi } from '#tests/support/server/api-process.ts'
import {
  addBonusTransaction,
  addProject,
  addTransaction,
  addUser,
  addWallet,
  TEST_PASSWORD,
} from '#tests/support/server/builders.ts'
import { schemaOf } from '#tests/support/server/database-reset.ts'
import { fillEveryTable, hasRows, tablesOf } from '#tests/support/server/filled-tables.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'

const missing = whyNoPostgres()
if (missing !== null) console.warn(`Moves to PostgreSQL are not tested: ${missing}`)

const EMAIL = 'operator@saleroom.example'
const WALLET = '0x00000000000000000000000000000000000000c1'
const BREVO_KEY = 'xkeysib-whole-key-4d2f'
const SUMMARY =
  '/transactions/summary?start_date=2026-01-01T00:00:00Z&end_date=2027-01-01T00:00:00Z&projects=AURA'
const ROLE_PASSWORD = 'choose@one'
const SALEROOM_SECRET = 'a secret of these tests, long enough'
const MOVE_LIMIT_MS = 120_000

let folder: string
let programs: string
let cluster: Cluster
let admin: OpenDatabase

const data = () => path.join(folder, 'data')
const embeddedIn = (where: string) => openEmbedded(path.join(where, 'db'))

beforeAll(async () => {
  if (missing !== null) return
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-move-'))
  programs = await serverPrograms()
  cluster = await startCluster({ settings: ['fsync=off'] })
  admin = openPostgres(cluster.url)
  // A role as in docs/operating.md: it owns its databases and is no superuser.
  await sql`create role saleroom login password ${sql.lit(ROLE_PASSWORD)}`.execute(admin.db)
  const source = await embeddedIn(data())
  await fillSource(source.db)
  await source.close()
})
afterAll(async () => {
  if (missing !== null) return
  await admin.close()
  cluster.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A row in every table, and a sale whose sums its triggers computed. */
async function fillSource(db: Db): Promise<void> {
  await migrate(db)
  // The filled rows refer to the number 2.
  await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, 1)
    from pg_sequences`.execute(db)
  await fillEveryTable(db)
  await rebuildProject(db, 'two')
  await addUser(db, { email: EMAIL, role: 'admin' })
  const { secret } = readSecrets({ dataFolder: data(), secret: null, oldSecret: null })
  const key = encrypt(secret, BREVO_KEY)
  await addProject(db, {
    id: 'AURA',
    brevo_api_key_sealed: key,
    project_ticker: 'Tab\t, \\ and\nline',
  })
  await addWallet(db, { project_id: 'AURA', wallet_address: WALLET })
  for (const usd of ['0.000000000000000001', '12345678901234567890.123456789012345678']) {
    const { id } = await sell(db, usd)
    await addBonusTransaction(db, {
      project_id: 'AURA',
      transaction_id: id,
      wallet_address: WALLET,
    })
  }
}

const sell = (db: Db, payment_usd_amount = '10') =>
  addTransaction(db, { project_id: 'AURA', wallet_address: WALLET, payment_usd_amount })

/** A new database of the plain role. */
async function createDatabase(name: string, options = ''): Promise<string> {
  await sql`create database ${sql.id(name)} owner saleroom ${sql.raw(options)}`.execute(admin.db)
  return `postgres://saleroom:${ROLE_PASSWORD}@127.0.0.1:${cluster.port}/${name}`
}

/** Runs `npm run move`, without npm. */
function move(args: readonly string[], settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(programs, 'commands.js'), 'move', ...args],
    {
      encoding: 'utf8',
      timeout: MOVE_LIMIT_MS,
      killSignal: 'SIGKILL',
      env: { PATH, HOME, SALEROOM_DATA: data(), ...settings },
    },
  )
  return { status, stdout, stderr }
}

/** All rows of all tables that are moved, the state of the sequences, and the figures of stages. */
async function contentOf(db: Db) {
  const content: Record<string, unknown> = {}
  for (const name of await tablesOf(db)) {
    if (name in NOT_COPIED) continue
    const { rows } = await sql`
      select t::text as row from ${sql.table(name)} t order by t::text collate "C"`.execute(db)
    content[name] = rows
  }
  const sequences = await sql`
    select sequencename, last_value from pg_sequences order by sequencename`.execute(db)
  const options = { zone: 'UTC', days: 7, now: new Date('2026-11-20T12:00:00Z') } as const
  const stages = await sumStages(db, ['AURA', 'two'], options)
  return { content, sequences: sequences.rows, stages }
}

async function within<Result>(
  opened: OpenDatabase | Promise<OpenDatabase>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const database = await opened
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

const holds = (url: string) =>
  within(openPostgres(url), async (db) =>
    (await tablesOf(db)).includes('users') ? hasRows(db, 'users') : false,
  )

/** The database's schema, without the planner's figures, which a load renews. */
const shapeOf = (name: string) =>
  within(openPostgres(cluster.url.replace('/postgres', `/${name}`)), async (db) =>
    (await schemaOf(db))
      .split('\n')
      .filter((line) => !line.startsWith('figures of '))
      // The triggers of foreign keys are named by numbers.
      .map((line) => line.replaceAll(/RI_ConstraintTrigger_([ac])_\d+/g, 'RI_$1'))
      .toSorted(),
  )

/** A copy of the source, for a test that changes it. */
function copySource(name: string): string {
  const copy = path.join(folder, name)
  cpSync(data(), copy, { recursive: true })
  return copy
}

const isMarked = (where = data()) => existsSync(path.join(where, 'moved.json'))
const unmark = () => rmSync(path.join(data(), 'moved.json'), { force: true })

describe.runIf(missing === null)('npm run move', () => {
  beforeAll(async () => {
    const { status, stderr } = move([await createDatabase('moved')])
    if (status !== 0) throw new Error(stderr)
    unmark()
  })
  afterEach(unmark)

  /** A new database to which the source was moved. */
  const movedDatabase = (name: string) => createDatabase(name, 'template moved')

  test('moves every table, and the server goes on with it', async () => {
    const url = await createDatabase('sale')
    await within(openPostgres(url), migrate)
    const shape = await shapeOf('sale')
    const before = await within(embeddedIn(data()), contentOf)
    for (const [table, rows] of Object.entries(before.content))
      expect({ table, rows }).not.toEqual({ table, rows: [] })

    const backups = { SALEROOM_BACKUP_FOLDER: path.join(folder, 'backups') }
    const { status, stdout, stderr } = move([url], backups)
    expect({ status, stderr }).toEqual({ status: 0, stderr: `Database: ${data()}\n` })
    expect(stdout).toContain('transactions: 3 rows\n')
    expect(stdout).not.toMatch(/: (0|1) rows$/m)
    expect(stdout).toContain(`Everything was moved to PostgreSQL sale on 127.0.0.1:`)
    expect(stdout).toContain('DATABASE_URL=postgres://saleroom:<password>@127.0.0.1:')
    expect(stdout).toContain(`SALEROOM_SECRET=<the content of ${data()}/secret>`)
    expect(stdout).toContain('Remove SALEROOM_BACKUP_FOLDER,')
    expect(stdout).not.toContain(ROLE_PASSWORD)

    await within(openPostgres(url), async (db) => {
      expect(await contentOf(db)).toEqual(before)
      for (const name of Object.keys(NOT_COPIED).filter((one) => one !== 'schema_migrations'))
        expect({ name, hasRows: await hasRows(db, name) }).toEqual({ name, hasRows: false })
    })
    expect(await shapeOf('sale')).toEqual(shape)

    const api = await startApi({
      DATABASE_URL: url,
      SALEROOM_SECRET: readFileSync(path.join(data(), 'secret'), 'utf8').trim(),
      SALEROOM_DATA: folder,
    })
    try {
      const caller = await signInAt(api.url, EMAIL, TEST_PASSWORD)
      const { body } = await caller.get(SUMMARY)
      expect(JSON.stringify(body)).toContain('"total_transactions":2')
    } finally {
      await api.stop()
    }

    await within(openPostgres(url), async (db) => {
      const keyring = readSecrets({ dataFolder: data(), secret: null, oldSecret: null })
      const { key } = await db
        .selectFrom('projects')
        .select('brevo_api_key_sealed as key')
        .where('id', '=', 'AURA')
        .executeTakeFirstOrThrow()
      expect(decrypt(keyring, key ?? '')).toBe(BREVO_KEY)
      const { id } = await sell(db)
      const { deposit_class } = await db
        .selectFrom('transactions')
        .select('deposit_class')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      // The ids and the wallet's history go on.
      expect({ id, deposit_class }).toEqual({ id: 5, deposit_class: 3 })
      expect(await findWrongSum(db)).toBeNull()
      // What is kept of lists can't be emptied here either.
      await expect(sql`truncate allocation_rows`.execute(db)).rejects.toThrow('append-only')
    })
  })

  test('the old folder is marked: no server and no command uses it by mistake', async () => {
    expect(move([await createDatabase('marked')]).stdout).not.toContain('SALEROOM_BACKUP_FOLDER')
    const message = new RegExp(
      `^The database in ${data()} was moved to PostgreSQL marked on 127.0.0.1:\\d+ at 20\\S+Z\\. Set DATABASE_URL .* delete ${data()}/moved.json\\.`,
    )
    const settings = readSettings({ SALEROOM_DATA: data() })
    await expect(openDatabase(settings, () => {})).rejects.toThrow(message)
    expect(move([await createDatabase('late')]).stderr.replace(/^.*\n/, '')).toMatch(message)
    unmark()
    await within(embeddedIn(data()), async (db) => expect(await hasRows(db, 'users')).toBe(true))
  })

  test('a database with other users and projects is refused', async () => {
    const url = await movedDatabase('other_sale')
    await within(openPostgres(url), sell)
    const { status, stderr } = move([url])
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /PostgreSQL other_sale on \S+ is not empty: it has 2 users and 2 projects, which differ from .* \(\w+: .* instead of .*\)\. Nothing was copied\./,
    )
    expect(isMarked()).toBe(false)
  })

  test('a move that was interrupted after its commit is finished by the next one', async () => {
    const url = await movedDatabase('interrupted')
    const { status, stdout } = move([url])
    expect(status).toBe(0)
    expect(stdout).toContain('has everything already: an earlier move had been interrupted')
    expect(isMarked()).toBe(true)
  })

  test('a copy back is equal, and so is the move of that copy', async () => {
    const url = await movedDatabase('original')
    const copy = path.join(folder, 'copy')
    const settings = { DATABASE_URL: url, SALEROOM_SECRET }
    const { status, stdout, stderr } = move(['--back', copy], settings)
    expect({ status, error: stderr.split('\n').slice(1) }).toEqual({ status: 0, error: [''] })
    expect(stdout).toContain(`Everything was copied to ${copy} and compared.`)
    expect(stdout).not.toContain(SALEROOM_SECRET)
    expect(readFileSync(path.join(copy, 'secret'), 'utf8')).toBe(`${SALEROOM_SECRET}\n`)
    expect(statSync(path.join(copy, 'secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(copy).toSorted()).toEqual(['db', 'secret'])

    const expected = await within(openPostgres(url), contentOf)
    expect(await within(embeddedIn(copy), contentOf)).toEqual(expected)
    const again = await createDatabase('again')
    expect(move([again], { SALEROOM_DATA: copy }).status).toBe(0)
    expect(await within(openPostgres(again), contentOf)).toEqual(expected)
    expect(move(['--back', copy], settings).stderr).toContain(
      `${copy} is not empty, so nothing was written. Name a new folder.`,
    )
  })

  test('wrong sums are found before the commit', async () => {
    const copy = copySource('wrong')
    await within(embeddedIn(copy), (db) =>
      sql`update time_rollups set amount = amount + 1e-18 where project_id = 'AURA'`.execute(db),
    )
    const target = await createDatabase('sums')
    const { status, stderr } = move([target], { SALEROOM_DATA: copy })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /Sums differ from their rows: AURA: .* Run npm run rollups:rebuild .* keeps no rows of the move\./,
    )
    expect(await holds(target)).toBe(false)
    expect(isMarked(copy)).toBe(false)
  })

  test('an unsuitable database is refused with the reason', async () => {
    const encoded = await createDatabase(
      'encoded',
      `template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`,
    )
    expect(move([encoded]).stderr).toContain('has the encoding SQL_ASCII, not UTF8.')

    const other = await createDatabase('other')
    await within(openPostgres(other), (db) => sql`create table orders (id int)`.execute(db))
    expect(move([other]).stderr).toContain("it has tables that are not Saleroom's (orders).")

    const foreign = await createDatabase('foreign')
    await sql`alter database "foreign" owner to app`.execute(admin.db)
    expect(move([foreign]).stderr).toMatch(
      /permission denied for schema public\. The role must own its database/,
    )

    expect(move([`postgres://saleroom:x@127.0.0.1:1/none`]).stderr).toContain(
      "PostgreSQL none on 127.0.0.1:1: the database doesn't answer (",
    )
  })

  test('wrong arguments and settings are refused with the way on', async () => {
    const url = await createDatabase('unused')
    expect(move([]).stderr).toContain('Missing argument: the URL of the database.')
    expect(move(['mysql://x']).stderr).toContain('must start with postgres://.')
    expect(move([url, 'more']).stderr).toContain('Unexpected argument "more".')
    expect(move(['--back', path.join(folder, 'new')]).stderr).toContain(
      '--back copies the database of DATABASE_URL, which is not set.',
    )
    expect(move([url], { SALEROOM_DATA: path.join(folder, 'none') }).stderr).toContain(
      `There is no database in ${folder}/none.`,
    )
    expect(move([url], { DATABASE_URL: url, SALEROOM_SECRET }).stderr).toContain(
      'DATABASE_URL is set, so the sale is on PostgreSQL already.',
    )
    expect(await holds(url)).toBe(false)
  })

  test('a running server, and a folder from another version, are refused', async () => {
    const url = await createDatabase('untouched')
    const copy = copySource('earlier')
    const settings = { SALEROOM_DATA: copy }
    const source = await embeddedIn(copy)
    expect(move([url], settings).stderr).toContain(
      'is in use by another Saleroom server. Stop that server',
    )
    await sql`delete from schema_migrations
      where name = (select max(name) from schema_migrations)`.execute(source.db)
    await source.close()
    expect(move([url], settings).stderr).toContain(`${copy} is from another version of Saleroom.`)
    expect(await holds(url)).toBe(false)
  })

  test('a lost connection is reported, and no rows are left of the move', async () => {
    const url = await createDatabase('cut')
    await within(openPostgres(url), async (db) => {
      await migrate(db)
      // An index that ends the connection as soon as it gets a row.
      await sql
        .raw(
          `create function end_move(bigint) returns bigint immutable language plpgsql as
            $$ begin perform pg_terminate_backend(pg_backend_pid()); return 1; end $$;
          create index on transactions (end_move(id))`,
        )
        .execute(db)
    })
    const { status, stderr } = move([url])
    expect(status).toBe(1)
    expect(stderr).toMatch(/The move to PostgreSQL cut on \S+ was not completed: /)
    expect(await holds(url)).toBe(false)
  })
})
