import * as z from 'zod/mini'
import { newPasswordError } from '#src/domain/password-rules.ts'
import type { PasswordChange } from '#src/wire/account.ts'

export const passwordChangeFormSchema = z
  .object({
    current: z.string().check(z.minLength(1, 'Current password must be set')),
    fresh: z.string().check(z.minLength(1, 'New password must be set')),
  })
  .check(({ value, issues }) => {
    const message = value.fresh === '' ? null : newPasswordError(value.fresh, value.current)
    if (message === null) return
    issues.push({ code: 'custom', path: ['fresh'], message, input: value.fresh })
  })

export type PasswordChangeForm = z.infer<typeof passwordChangeFormSchema>

export function toPasswordChange(form: PasswordChangeForm): PasswordChange {
  return { old_password: form.current, new_password: form.fresh }
}
