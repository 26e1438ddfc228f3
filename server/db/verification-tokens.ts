import type { Insertable } from 'kysely'
import type { Db, Tx } from './open.ts'
import type { VerificationTokensTable } from './schema-audit.ts'

type MailedToken = Omit<Insertable<VerificationTokensTable>, 'used_at'>
type Purpose = MailedToken['purpose']

export async function insertVerificationToken(tx: Tx, token: MailedToken): Promise<void> {
  await tx.insertInto('verification_tokens').values(token).execute()
}

/** The user and the address of a token. Undefined if it is expired or used already. */
export function findVerificationToken(db: Db, tokenHash: Buffer, purpose: Purpose, now: Date) {
  return db
    .selectFrom('verification_tokens')
    .select(['user_id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Marks a token as used. Undefined if it is expired or used already. */
export function spendVerificationToken(tx: Tx, tokenHash: Buffer, purpose: Purpose, now: Date) {
  return tx
    .updateTable('verification_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst()
}

/** Ends the invitation links of a user. */
export async function deleteInvitations(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('verification_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invitation')
    .execute()
}
