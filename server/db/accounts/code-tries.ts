import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { CodeTriesTable } from '#server/db/schema/schema-factors.ts'

/** The tries of this person's codes after `since`, oldest first. */
export function listCodeTries(
  db: Db,
  userId: number,
  since: Date,
): Promise<Selectable<CodeTriesTable>[]> {
  return db
    .selectFrom('code_tries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
}

/** Adds a try whose code is about to be checked. @returns its id */
export async function insertCodeTry(tx: Tx, userId: number, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('code_tries')
    .values({ user_id: userId, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function markTryFailed(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('code_tries').set({ failed: true }).where('id', '=', id).execute()
}

export async function deleteCodeTry(db: Db, id: number): Promise<void> {
  await db.deleteFrom('code_tries').where('id', '=', id).execute()
}

export async function deleteCodeTriesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('code_tries').where('user_id', '=', userId).execute()
}
