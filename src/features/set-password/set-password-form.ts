import * as z from 'zod/mini'
import { newPasswordError } from '#src/domain/password-rules.ts'

export const setPasswordFormSchema = z
  .object({
    fresh: z.string().check(z.minLength(1, 'New password must be set')),
    repeated: z.string().check(z.minLength(1, 'Repeat the new password')),
  })
  .check(({ value: { fresh, repeated }, issues }) => {
    const message = fresh === '' ? null : newPasswordError(fresh, '')
    if (message !== null) issues.push({ code: 'custom', path: ['fresh'], message, input: fresh })
    if (repeated !== '' && repeated !== fresh)
      issues.push({
        code: 'custom',
        path: ['repeated'],
        message: 'Must be the same password',
        input: repeated,
      })
  })
