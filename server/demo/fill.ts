import { sql } from 'kysely'
import { hashPassword } from '#server/auth/passwords.ts'
import { setMemberships } from '#server/db/accounts/memberships.ts'
import { insertUser } from '#server/db/accounts/users.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { byTime, insertMany } from '#server/db/ingest/insert-many.ts'
import { deriveRollups, sumCodes, sumWallets } from '#server/db/rollups/rebuild.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts'
import { makeCodes, type DemoCode } from './codes.ts'
import { makeCredits } from './credits.ts'
import { drawBanners, fillBanners } from './fill-banners.ts'
import { fillNotes } from './fill-notes.ts'
import { fillProject } from './fill-projects.ts'
import { fillReadingKeys } from './fill-reading-keys.ts'
import { fillSales } from './fill-sales.ts'
import { fillStages } from './fill-stages.ts'
import { makeLeads } from './leads.ts'
import { fitToPlan } from './plans.ts'
import { DEMO_PROJECTS, type DemoProject } from './projects.ts'
import { makeRewards } from './rewards.ts'
import { makeSale, type DemoSale } from './sales.ts'

export interface FillOptions {
  /** The end of the history. Any time of the same day (UTC) gives the same history up to it. */
  now: Date
  /** Receives progress messages. */
  log: (line: string) => void
  /** Other projects than those of the demo, for tests. */
  projects?: readonly DemoProject[]
}

/**
 * Fills a migrated, empty database with the demo data, all in one transaction: five projects, 18
 * months of sales, and the accounts.
 * @returns false when the database already has projects or users; nothing is changed then
 */
export async function fillDemo(
  db: Db,
  { now, log, projects = DEMO_PROJECTS }: FillOptions,
): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const at = now.getTime()
  const seed = now.toISOString().slice(0, 10)
  log('Creating the demo data ...')
  const sales = projects.map((project) => makeSale(project, at, seed))
  for (const sale of sales) fitToPlan(sale)
  numberPurchases(sales)
  const banners = await drawBanners()
  const hashes = await Promise.all(DEMO_ACCOUNTS.map(() => hashPassword(DEMO_PASSWORD)))

  return inTransaction(db, async (tx) => {
    // Several processes may start on the same database at once.
    await sql`lock table projects, users in share row exclusive mode`.execute(tx)
    if (!(await isEmpty(tx))) return false
    log('Inserting the demo data ...')
    // The statement timeout is meant for requests.
    await sql`set local statement_timeout = 0`.execute(tx)
    for (const { project, start } of sales) await fillProject(tx, project, start)
    const users = await fillAccounts(tx, hashes, new Date(sales[0]?.start ?? at))
    for (const sale of sales) await fillStages(tx, sale, now, users[0]?.email ?? '')

    const codes: DemoCode[] = []
    const rewards = sales.map((sale) => {
      const own = makeCodes(sale.project, at, codes.length + 1)
      codes.push(...own)
      return makeRewards(sale, own, seed, at)
    })
    await withoutTriggers(tx, () => fillSales(tx, sales, rewards, codes, at))
    const authorizers = users.slice(0, 2)
    const credits = sales.flatMap((sale) => makeCredits(sale, authorizers, at, seed))
    await insertMany(tx, 'manual_transactions', credits.toSorted(byTime))
    for (const sale of sales) {
      const authors = authorsOf(sale, users)
      if (authors) await fillNotes(tx, sale, authors, at)
    }
    const leads = sales.flatMap((sale) => makeLeads(sale, at, seed))
    await insertMany(tx, 'leads', leads.toSorted(byTime))
    await fillBanners(tx, banners, new Date(at))
    await fillReadingKeys(
      tx,
      users[0]?.id ?? 0,
      sales.map(({ project }) => project.id),
      now,
    )
    log('Computing the rollups ...')
    for (const { project } of sales) {
      await sumWallets(tx, project.id)
      await sumCodes(tx, project.id)
      await deriveRollups(tx, project.id)
    }
    await sql`analyze`.execute(tx)
    return true
  })
}

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`select from projects union all select from users limit 1`.execute(db)
  return rows.length === 0
}

/** Numbers the purchases of all projects in chronological order. */
function numberPurchases(sales: readonly DemoSale[]): void {
  const all = sales
    .flatMap(({ purchases }) => purchases)
    .toSorted((a, b) => a.createdAt - b.createdAt)
  for (const [place, purchase] of all.entries()) purchase.id = place + 1
}

/**
 * Runs `load` without the rollup triggers; the caller computes the rollups afterwards, all at once. A
 * superuser also disables the foreign key checks, which the demo data always satisfies.
 */
async function withoutTriggers(tx: Tx, load: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ isSuper: boolean }>`
    select rolsuper as "isSuper" from pg_roles where rolname = current_user`.execute(tx)
  const which = sql.raw(rows[0]?.isSuper ? 'all' : 'user')
  const tables = [
    'wallets',
    'transactions',
    'status_changes',
    'referral_payouts',
    'bonus_transactions',
  ]
  for (const table of tables)
    await sql`alter table ${sql.table(table)} disable trigger ${which}`.execute(tx)
  await load()
  // `alter table` fails while deferred constraint checks are pending.
  await sql`set constraints all immediate`.execute(tx)
  for (const table of tables)
    await sql`alter table ${sql.table(table)} enable trigger ${which}`.execute(tx)
}

async function fillAccounts(tx: Tx, hashes: readonly string[], at: Date): Promise<UserRow[]> {
  const users: UserRow[] = []
  for (const [place, account] of DEMO_ACCOUNTS.entries()) {
    const user = await insertUser(
      tx,
      {
        email: account.email,
        role: account.role,
        password_hash: hashes[place] ?? '',
        is_email_verified: account.isVerified,
        requires_password_reset: account.mustReset,
        may_write: account.isReadOnly !== true,
      },
      at,
    )
    await setMemberships(tx, user.id, account.projects, at)
    users.push(user)
  }
  return users
}

/** The admin, and a user or client of the project; null if it has none. */
function authorsOf({ project }: DemoSale, users: readonly UserRow[]) {
  const [admin] = users
  const member = users.find((_user, place) => {
    const account = DEMO_ACCOUNTS[place]
    const isFinance = account?.role === 'user' || account?.role === 'client'
    return isFinance && account.isVerified && account.projects.includes(project.id)
  })
  return admin && member ? { admin, member } : null
}
