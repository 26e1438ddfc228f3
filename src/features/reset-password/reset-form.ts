import * as z from 'zod/mini'
import {
  brokenPasswordRules,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  type PasswordRule,
} from '#src/domain/password-rules.ts'
import type { PasswordChange } from '#src/wire/account.ts'

/** The labels in the list of rules. */
export const RULE_LABELS: Record<PasswordRule, string> = {
  length: `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`,
  'not-common': 'Not one of the most common passwords',
  'not-old': 'Not the current password',
}

const RULE_ERRORS: Record<PasswordRule, string> = {
  length: `Must be ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`,
  'not-common': 'Must not be one of the most common passwords',
  'not-old': 'Must not be the current password',
}

export const resetFormSchema = z
  .object({
    current: z.string().check(z.minLength(1, 'Current password must be set')),
    fresh: z.string().check(z.minLength(1, 'New password must be set')),
  })
  .check(({ value, issues }) => {
    const [broken] = value.fresh === '' ? [] : brokenPasswordRules(value.fresh, value.current)
    if (broken === undefined) return
    issues.push({
      code: 'custom',
      path: ['fresh'],
      message: RULE_ERRORS[broken],
      input: value.fresh,
    })
  })

export type ResetForm = z.infer<typeof resetFormSchema>

export function toPasswordChange(form: ResetForm): PasswordChange {
  return { old_password: form.current, new_password: form.fresh }
}
