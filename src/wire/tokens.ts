import * as z from 'zod/mini'
import { type Calls } from './call.ts'
import { instantSchema } from './primitives.ts'

const tokenSchema = z.object({ token: z.string(), expires: instantSchema })

export const tokensSchema = z.object({ access: tokenSchema, refresh: tokenSchema })
export type Tokens = z.infer<typeof tokensSchema>

const refreshTokenSchema = z.string().check(z.minLength(1, 'Must be set'), z.maxLength(500))

export const refreshSchema = z.strictObject({ refresh_token: refreshTokenSchema })
// Any token is valid here: the response is 204 even if the token belongs to no session.
export const logoutSchema = z.strictObject({ refresh_token: z.string() })

export const tokenCalls = {
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
