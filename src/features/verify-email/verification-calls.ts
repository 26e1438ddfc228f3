import { ApiError, send } from '#src/api/http.ts'
import { accountCalls } from '#src/wire/account.ts'

/** Requests a verification mail; the server sends it to the user's own address. */
export async function sendVerificationMail(email: string): Promise<void> {
  await send(accountCalls.sendVerificationEmail, { body: { email } })
}

/** The required wait in seconds if a mail was rejected, or null for any other error. */
export function waitOf(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429
    ? (error.retryAfterSeconds ?? null)
    : null
}

/** Verifies the address with the token of the mailed link. */
export async function verifyEmail(token: string): Promise<void> {
  if (token === '') throw new ApiError({ kind: 'answer', code: 400, message: 'No token provided' })
  await send(accountCalls.verifyEmail, { query: { token } })
}
