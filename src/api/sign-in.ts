import { ApiError, toApiError } from '#src/session/api-error.ts'
import { beginSession, currentUser, failSession, session } from '#src/state/session.ts'
import { authCalls } from '#src/wire/auth.ts'
import type { Login, LoginResponse, SecondFactorRequest } from '#src/wire/auth.ts'
import type { User } from '#src/wire/users.ts'
import { enterWith } from './auth.ts'
import { send } from './http.ts'

/**
 * On failure the session holds the error, and the caller shows it. If somebody is signed in, by another
 * attempt or another tab, that session stays as it is.
 */
async function attempt<Result>(signIn: () => Promise<Result>): Promise<Result> {
  if (currentUser() !== null) throw new ApiError({ kind: 'aborted' })
  beginSession()
  try {
    return await signIn()
  } catch (error) {
    const { code, message } = toApiError(error)
    if (currentUser() === null) failSession({ code, message })
    throw error
  }
}

/** Signs in with the password. If a second factor is required too, nobody is signed in yet. */
export function login(credentials: Login): Promise<User | SecondFactorRequest> {
  return attempt(async () => {
    const response = await send(authCalls.login, { body: credentials }, { isSessionless: true })
    if ('tokens' in response) return enterWith(response)
    if (currentUser() === null) session.current = { is: 'out' }
    return response
  })
}

/** Signs in with the response of another call than the login. */
export function signInWith(request: () => Promise<LoginResponse>): Promise<User> {
  return attempt(async () => enterWith(await request()))
}
