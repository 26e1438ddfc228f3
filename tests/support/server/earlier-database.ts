import { sql } from 'kysely'
import { migrate, MIGRATIONS } from '#server/db/migrations/migrate.ts'
import { addWallet, someAddress } from './builders.ts'
import { openTestDatabase } from './database.ts'

/** A database of an earlier version: with the migrations before `name`, and a project with a wallet. */
export async function openEarlier(name: string) {
  const own = await openTestDatabase({ isOwn: true })
  const { db } = own
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(
    db,
    MIGRATIONS.filter((migration) => migration.name < name),
  )
  await sql`insert into projects (id, created_at, updated_at) values ('OLD', now(), now())`.execute(
    db,
  )
  const buyer = { project_id: 'OLD', wallet_address: someAddress() }
  await addWallet(db, buyer)
  return { ...own, buyer }
}
