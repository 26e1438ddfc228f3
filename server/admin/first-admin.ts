import { sql } from 'kysely'
import { recordAudit } from '#server/auth/audit.ts'
import { hashPassword, oneTimePassword } from '#server/auth/passwords.ts'
import { hasUsers, insertUser } from '#server/db/accounts/users.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import type { Settings } from '#server/settings.ts'

const FIRST_ADMIN_LOCK = 7_253_367
const DEFAULT_EMAIL = 'admin@saleroom.example'

/**
 * Adds the first admin to a database without users. Unless the settings have a password, it logs a
 * one-time password, which has to be changed at the first sign-in.
 */
export async function addFirstAdmin(
  db: Db,
  settings: Pick<Settings, 'adminEmail' | 'adminPassword'>,
  now: Date,
  log: (line: string) => void,
): Promise<void> {
  const email = settings.adminEmail ?? DEFAULT_EMAIL
  const password = settings.adminPassword ?? oneTimePassword()
  const passwordHash = await hashPassword(password)
  const isAdded = await inTransaction(db, async (tx) => {
    // Several processes may start on the same empty database.
    await sql`select pg_advisory_xact_lock(${sql.lit(FIRST_ADMIN_LOCK)})`.execute(tx)
    if (await hasUsers(tx)) return false
    const user = await insertUser(
      tx,
      {
        email,
        role: 'admin',
        password_hash: passwordHash,
        is_email_verified: true,
        requires_password_reset: settings.adminPassword === null,
      },
      now,
    )
    await recordAudit(
      tx,
      { actor: user, now },
      {
        action: 'user.create',
        object: 'user',
        objectId: user.id,
        after: { email, role: user.role },
      },
    )
    return true
  })
  if (!isAdded) return
  log(`First admin: ${email}`)
  if (settings.adminPassword === null)
    log(`One-time password, to be changed at the first sign-in: ${password}`)
}
