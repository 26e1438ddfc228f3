import { ApiError, send } from '#src/api/http.ts'
import { accountCalls } from '#src/wire/account.ts'

/** Asks for a verification mail; the server sends it to the signed-in user's own address. */
export async function sendVerificationMail(email: string): Promise<void> {
  await send(accountCalls.sendVerificationEmail, { body: { email } })
}

/** The seconds that a refused mail must wait, or null for any other failure. */
export function waitOf(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429
    ? (error.retryAfterSeconds ?? null)
    : null
}

/** Proves the address by the token of the mailed link. */
export async function verifyEmail(token: string): Promise<void> {
  if (token === '') throw new ApiError({ kind: 'answer', code: 400, message: 'No token provided' })
  await send(accountCalls.verifyEmail, { query: { token } })
}
