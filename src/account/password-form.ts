import * as z from 'zod/mini'
import { newPasswordError } from '#src/domain/people/password-rules.ts'
import type { PasswordChange } from '#src/wire/account.ts'

const filled = (message: string) => z.string().check(z.minLength(1, message))

/** A new password, and what is typed beside it: the current one, or the new one again. */
export function passwordFormSchema(beside: 'current' | 'repeated') {
  return z
    .object({
      current: beside === 'current' ? filled('Current password must be set') : z.string(),
      fresh: filled('New password must be set'),
      repeated: beside === 'repeated' ? filled('Repeat the new password') : z.string(),
    })
    .check(({ value: { current, fresh, repeated }, issues }) => {
      const fail = (path: string, message: string, input: string) =>
        issues.push({ code: 'custom', path: [path], message, input })
      const message = fresh === '' ? null : newPasswordError(fresh, current)
      if (message !== null) fail('fresh', message, fresh)
      if (repeated !== '' && repeated !== fresh)
        fail('repeated', 'Must be the same password', repeated)
    })
}

export type PasswordFields = z.infer<ReturnType<typeof passwordFormSchema>>

/** The request that changes the current password. */
export function toPasswordChange({ current, fresh }: PasswordFields): PasswordChange {
  return { old_password: current, new_password: fresh }
}
