import type { Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { VerificationTokensTable } from '#server/db/schema/schema-audit.ts'

type MailedToken = Omit<Insertable<VerificationTokensTable>, 'used_at'>
type Purpose = MailedToken['purpose']

export async function insertVerificationToken(tx: Tx, token: MailedToken): Promise<void> {
  await tx.insertInto('verification_tokens').values(token).execute()
}

/** The purposes of links that set a password. */
const PASSWORD_PURPOSES: Purpose[] = ['invitation', 'password']

/** A link that sets a password. Undefined if it is expired or used already. */
export function findPasswordLink(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('verification_tokens')
    .select(['user_id', 'email', 'purpose'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', PASSWORD_PURPOSES)
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

/** Ends the links of a user that set a password: those of invitations and of forgotten passwords. */
export function deletePasswordLinks(tx: Tx, userId: number): Promise<void> {
  return deleteTokens(tx, userId, PASSWORD_PURPOSES)
}

/** Ends the links of a user for a forgotten password. An invitation stays. */
export function deleteForgottenLinks(tx: Tx, userId: number): Promise<void> {
  return deleteTokens(tx, userId, ['password'])
}

async function deleteTokens(tx: Tx, userId: number, purposes: Purpose[]): Promise<void> {
  await tx
    .deleteFrom('verification_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute()
}
