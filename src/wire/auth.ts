import * as z from 'zod/mini'
import { type Calls } from './call.ts'
import { tokenCalls, tokensSchema } from './tokens.ts'
import { userSchema } from './users.ts'

export const MAX_EMAIL_LENGTH = 254

export const emailSchema = z
  .string()
  .check(
    z.minLength(1, 'Must be set'),
    z.maxLength(MAX_EMAIL_LENGTH, 'Must be at most 254 characters'),
  )

// Login only limits the length, so that later password rules never lock out an old password.
export const presentedPasswordSchema = z
  .string()
  .check(z.minLength(1, 'Must be set'), z.maxLength(1024, 'Must be at most 1024 characters'))

export const loginSchema = z.strictObject({ email: emailSchema, password: presentedPasswordSchema })
export type Login = z.infer<typeof loginSchema>

export const loginResponseSchema = z.object({ user: userSchema, tokens: tokensSchema })
export type LoginResponse = z.infer<typeof loginResponseSchema>

/** A correct password of an account that has a second factor: the kinds of proof that finish it. */
export const secondFactorRequestSchema = z.object({
  challenge: z.string(),
  factors: z.array(z.string()),
})
export type SecondFactorRequest = z.infer<typeof secondFactorRequestSchema>

export const authCalls = {
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    access: 'open',
    roles: 'any',
    body: loginSchema,
    response: z.union([loginResponseSchema, secondFactorRequestSchema]),
    status: 200,
  },

  ...tokenCalls,
} satisfies Calls
