import { open, type Row } from './row-makers.ts'

/** The calls of signing in beside the password, second factors, sessions and the security policy. */
export const accountRows = {
  getAuthOptions: open('GET', '/auth/options', 200),
  forgotPassword: open('POST', '/auth/forgot-password', 204, { email: 'no@body.example' }),
} satisfies Record<string, Row>
