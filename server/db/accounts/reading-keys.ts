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
  /** Whether it was used before, but not from this address. */
  is_new_address: boolean
}

/**
 * The key with this hash, if it works. Records its use: the time, the UTC day's count, and the address if
 * the key has not been used from it before.
 */
export async function takeReadingKey(
  db: Db,
  hash: Buffer,
  { address, now }: { address: string; now: Date },
): Promise<UsedKey | undefined> {
  const day = now.toISOString().slice(0, 10)
  const { rows } = await sql<UsedKey>`
    with used as (
      update reading_keys as k set last_used_at = ${now}, counted_day = ${day},
        used_count = case when counted_day = ${day} then used_count else 0 end + 1
      where key_hash = ${hash} and ${isValid(now)}
      returning id, name, last4, scopes, has_all_projects
    ), added as (
      insert into reading_key_addresses (key_id, address, first_used_at)
        select id, ${address}, ${now} from used on conflict do nothing returning key_id
    )
    select used.*, exists (select from added)
      and exists (select from reading_key_addresses as a where a.key_id = used.id) as is_new_address
    from used`.execute(db)
  return rows[0]
}
