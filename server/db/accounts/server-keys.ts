import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'

/** The encrypted key of this name. */
export async function readServerKey(db: Db, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('server_keys')
    .select('value_sealed')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value_sealed ?? null
}

/** Processes that start together make a key one after the other. */
export async function lockServerKeys(tx: Tx): Promise<void> {
  await sql`lock table server_keys in exclusive mode`.execute(tx)
}

export async function saveServerKey(
  tx: Tx,
  key: { name: string; value_sealed: string; created_at: Date },
): Promise<void> {
  const { value_sealed, created_at } = key
  await tx
    .insertInto('server_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value_sealed, created_at }))
    .execute()
}
