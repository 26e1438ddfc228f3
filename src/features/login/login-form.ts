import * as z from 'zod/mini'
import { MAX_EMAIL_LENGTH } from '#src/wire/auth.ts'
import type { Login } from '#src/wire/auth.ts'

/** Only whether something is there: the server judges the rest (spec 5: bounds not shown). */
const fields = {
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter your email'),
      z.maxLength(MAX_EMAIL_LENGTH, `Must be at most ${MAX_EMAIL_LENGTH} characters`),
    ),
  password: z.string().check(z.minLength(1, 'Enter your password')),
}

export type LoginForm = { email: string; password: string }

/** What is wrong with a field, or true. A rule per field keeps the form's resolvers out of Login. */
export function checkField(name: keyof LoginForm): (value: string) => string | true {
  return (value) => {
    const { success, error } = fields[name].safeParse(value)
    return success ? true : (error.issues[0]?.message ?? '')
  }
}

export function toLogin({ email, password }: LoginForm): Login {
  return { email: email.trim(), password }
}
