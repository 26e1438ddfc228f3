import { STORAGE_KEYS, writeStored } from '#src/state/storage.ts'
import { accountCalls, type AuthOptions } from '#src/wire/account.ts'
import { ApiError, send } from './http.ts'

const NONE: AuthOptions = { forgot_password: 0, passkeys: 0 }

/**
 * Fetches the ways to sign in beside the password, and stores them for the next visit. A server
 * without the call has none.
 */
export async function fetchAuthOptions(): Promise<AuthOptions> {
  const options = await send(accountCalls.getAuthOptions, {}, { isSessionless: true }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return NONE
      throw error
    },
  )
  writeStored(STORAGE_KEYS.authOptions, options)
  return options
}
