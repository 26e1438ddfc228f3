import * as z from 'zod/mini'
import { type Calls } from './call.ts'
import { instantSchema } from './primitives.ts'
import { userSchema } from './users.ts'

export const MAX_EMAIL_LENGTH = 254

const tokenSchema = z.object({ token: z.string(), expires: instantSchema })

export const tokensSchema = z.object({ access: tokenSchema, refresh: tokenSchema })
export type Tokens = z.infer<typeof tokensSchema>

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

const refreshTokenSchema = z.string().check(z.minLength(1, 'Must be set'), z.maxLength(500))

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

export const refreshSchema = z.strictObject({ refresh_token: refreshTokenSchema })
// Any token is valid here: the response is 204 even if the token belongs to no session.
export const logoutSchema = z.strictObject({ refresh_token: z.string() })

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

  refreshTokens: {
    method: 'POST',
    path: '/auth/refresh-tokens',
    summary: 'Spend a refresh token for new tokens',
    access: 'open',
    roles: 'any',
    body: refreshSchema,
    response: tokensSchema,
    status: 200,
  },

  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of a refresh token',
    access: 'open',
    roles: 'any',
    body: logoutSchema,
    response: null,
    status: 204,
  },
} satisfies Calls
