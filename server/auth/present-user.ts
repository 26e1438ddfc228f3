import type { User } from '#src/wire/users.ts'
import type { UserRow } from '#server/db/schema.ts'

export function presentUser(
  row: Pick<UserRow, 'id' | 'role' | 'email' | 'is_email_verified' | 'requires_password_reset'>,
): User {
  return {
    id: String(row.id),
    role: row.role,
    email: row.email,
    is_email_verified: row.is_email_verified ? 1 : 0,
    requires_password_reset: row.requires_password_reset ? 1 : 0,
  }
}
