import { useEffect, useState } from 'react'
import { changeUser, refetchUser } from '#src/api/change-user.ts'
import { ApiError, send } from '#src/api/http.ts'
import { useOnline } from '#src/session/use-online.ts'
import { forgetVerifyToken, readVerifyToken } from '#src/state/verify-token.ts'
import { accountCalls } from '#src/wire/account.ts'
import { useWrite } from '#src/writes/use-write.ts'

/** The token in the URL is used about half a second after the page is shown. */
const VERIFY_DELAY_MS = 500

/**
 * Verifies the email address with the token of the opened link. The token was already removed from the
 * URL. It is deleted after the server's response, and kept while the server is unreachable.
 */
export function useVerifyLink(): { isVerifying: boolean } {
  const isOnline = useOnline()
  const [token, setToken] = useState(readVerifyToken)
  const { write, isBusy } = useWrite({
    mutationFn: async (given: string) => {
      try {
        await verifyEmail(given)
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'answer' && error.status < 500) {
          forgetVerifyToken()
          // If the response to an earlier try was lost, the token is already used.
          if ((await refetchUser())?.is_email_verified === 1) return 'verified'
        }
        throw error
      }
      forgetVerifyToken()
      return 'verified'
    },
    meta: { success: 'Successfully verified email', failure: 'Failed to verify email' },
  })

  useEffect(() => {
    if (token === null || !isOnline) return
    const use = async () => {
      const result = await write(token)
      setToken(null)
      // AuthLayout navigates to Home.
      if (result !== undefined) await changeUser({ is_email_verified: 1 })
    }
    const timer = setTimeout(() => void use(), VERIFY_DELAY_MS)
    return () => clearTimeout(timer)
  }, [token, isOnline, write])

  return { isVerifying: isBusy }
}

async function verifyEmail(token: string): Promise<void> {
  if (token === '') throw new ApiError({ kind: 'answer', code: 400, message: 'No token provided' })
  await send(accountCalls.verifyEmail, { query: { token } })
}
