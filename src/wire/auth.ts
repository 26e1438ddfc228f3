import * as z from 'zod/mini'
import { instantSchema } from './primitives.ts'
import { userSchema } from './users.ts'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128
export const MAX_EMAIL_LENGTH = 254

const tokenSchema = z.object({ token: z.string(), expires: instantSchema })

export const tokensSchema = z.object({ access: tokenSchema, refresh: tokenSchema })
export type Tokens = z.infer<typeof tokensSchema>

const emailSchema = z
  .string()
  .check(
    z.minLength(1, 'Must be set'),
    z.maxLength(MAX_EMAIL_LENGTH, 'Must be at most 254 characters'),
  )

// At login a password is only bounded, so that rules made later never lock an old one out.
const presentedPasswordSchema = z
  .string()
  .check(z.minLength(1, 'Must be set'), z.maxLength(1024, 'Must be at most 1024 characters'))

export const newPasswordSchema = z.string().check(
  z.minLength(MIN_PASSWORD_LENGTH, `Must be at least ${MIN_PASSWORD_LENGTH} characters`),
  // In characters as people see them, some of which are two of JavaScript's.
  z.refine(
    (password) => Array.from(password).length <= MAX_PASSWORD_LENGTH,
    `Must be at most ${MAX_PASSWORD_LENGTH} characters`,
  ),
)

const refreshTokenSchema = z.string().check(z.minLength(1, 'Must be set'), z.maxLength(500))

export const loginSchema = z.strictObject({ email: emailSchema, password: presentedPasswordSchema })
export type Login = z.infer<typeof loginSchema>

export const loginAnswerSchema = z.object({ user: userSchema, tokens: tokensSchema })

export const refreshSchema = z.strictObject({ refresh_token: refreshTokenSchema })
// Whatever the token is, the answer is 204: one that this server never made names no session.
export const logoutSchema = z.strictObject({ refresh_token: z.string() })

export const passwordChangeSchema = z.strictObject({
  old_password: presentedPasswordSchema,
  new_password: newPasswordSchema,
})
export type PasswordChange = z.infer<typeof passwordChangeSchema>

// The address in the body is the spec's; the server mails the session's own user whatever it says.
export const verificationEmailSchema = z.strictObject({ email: emailSchema })
export const verifyEmailQuerySchema = z.object({
  token: z.string().check(z.minLength(1, 'No token provided'), z.maxLength(500)),
})
