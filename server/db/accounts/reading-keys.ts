import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { KeyScope } from '#src/wire/call.ts'

export interface ReadingKeyRow {
  id: number
  name: string
  last4: string
  scopes: KeyScope[]
  /** Null for all projects of now and later; else those that are not archived, by name. */
  projects: string[] | null
  /** The present address of the admin. */
  created_by: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  /** The UTC day that `used_count` counts. */
  counted_day: string | null
  used_count: number
}

const COLUMNS = sql<ReadingKeyRow>`
  k.id, k.name, k.last4, k.scopes, u.email as created_by, k.created_at, k.expires_at,
  k.last_used_at, k.counted_day, k.used_count,
  case when not k.has_all_projects then array(
    select r.project_id from reading_key_projects as r join projects as p on p.id = r.project_id
    where r.key_id = k.id and p.archived_at is null order by 1) end as projects`

const isValid = (now: Date) =>
  sql<boolean>`k.revoked_at is null and coalesce(k.expires_at > ${now}, true)`

/** Whether a key works, without counting it as a use. */
export async function isReadingKeyValid(db: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from reading_keys as k where id = ${id} and ${isValid(now)}`.execute(db)
  return rows.length > 0
}

/** The keys that work, oldest first. */
export async function listReadingKeys(db: Db, now: Date): Promise<ReadingKeyRow[]> {
  const { rows } = await sql<ReadingKeyRow>`
    select ${COLUMNS} from reading_keys as k join users as u on u.id = k.created_by
    where ${isValid(now)} order by k.id`.execute(db)
  return rows
}

/** One key, whether it works or not. */
export async function readReadingKey(db: Db, id: number): Promise<ReadingKeyRow> {
  const { rows } = await sql<ReadingKeyRow>`
    select ${COLUMNS} from reading_keys as k join users as u on u.id = k.created_by
    where k.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`No reading key ${id}`)
  return row
}

/** @param projects null for all of now and later */
export async function insertReadingKey(
  tx: Tx,
  key: {
    name: string
    key_hash: Buffer
    last4: string
    scopes: KeyScope[]
    created_by: number
    created_at: Date
    expires_at: Date | null
  },
  projects: readonly string[] | null,
): Promise<number> {
  const { id } = await tx
    .insertInto('reading_keys')
    .values({ ...key, has_all_projects: projects === null })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (projects !== null && projects.length > 0)
    await tx
      .insertInto('reading_key_projects')
      .values(projects.map((project_id) => ({ key_id: id, project_id })))
      .execute()
  return id
}

/** @returns whether it worked until now */
export async function revokeReadingKey(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update reading_keys as k set revoked_at = ${now} where id = ${id} and ${isValid(now)}
    returning id`.execute(tx)
  return rows.length > 0
}

/** A key that works, and reads in place of a person. */
export interface UsedKey {
  id: number
  name: string
  last4: string
  scopes: KeyScope[]
  has_all_projects: boolean
}

/**
 * The key with this hash, if it works, locked until the transaction ends. Records the time of its use, and
 * adds one to the count of the UTC day.
 */
export async function takeReadingKey(
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<UsedKey | undefined> {
  const day = now.toISOString().slice(0, 10)
  const { rows } = await sql<UsedKey>`
    update reading_keys as k set last_used_at = ${now}, counted_day = ${day},
      used_count = case when counted_day = ${day} then used_count else 0 end + 1
    where key_hash = ${hash} and ${isValid(now)}
    returning id, name, last4, scopes, has_all_projects`.execute(tx)
  return rows[0]
}

/** How many addresses of a key are known: a program in a cloud has another one every day. */
const MAX_ADDRESSES = 1000

/**
 * Records from where a locked key is used, and forgets the oldest of too many addresses.
 * @returns whether it was used before, but not from this address
 */
export async function addKeyAddress(
  tx: Tx,
  keyId: number,
  address: string,
  now: Date,
): Promise<boolean> {
  const { rows: added } = await sql`
    insert into reading_key_addresses (key_id, address, first_used_at)
    values (${keyId}, ${address}, ${now}) on conflict do nothing returning key_id`.execute(tx)
  if (added.length === 0) return false
  await sql`
    delete from reading_key_addresses where key_id = ${keyId} and address in (
      select address from reading_key_addresses where key_id = ${keyId}
      order by first_used_at desc, address offset ${sql.lit(MAX_ADDRESSES)})`.execute(tx)
  const { rows: others } = await sql`
    select from reading_key_addresses where key_id = ${keyId} and address <> ${address} limit 1`.execute(
    tx,
  )
  return others.length > 0
}
