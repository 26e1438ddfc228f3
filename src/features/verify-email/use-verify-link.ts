import { useEffect, useState } from 'react'
import { changeUser, refetchUser } from '#src/api/change-user.ts'
import { ApiError } from '#src/api/http.ts'
import { useOnline } from '#src/api/use-online.ts'
import { forgetVerifyToken, readVerifyToken } from '#src/state/verify-token.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { verifyEmail } from './verification-calls.ts'

/** spec 2: the token of the address is used about half a second after the page is there. */
const VERIFY_DELAY_MS = 500

/**
 * Verifies by the link that led here. The token has already left the address; it is forgotten once
 * the server has judged it, and kept while nobody could be asked.
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
          // The answer to an earlier try may have been lost: then the token is a used one.
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
      const answer = await write(token)
      setToken(null)
      // The frame leaves for Home by itself.
      if (answer !== undefined) await changeUser({ is_email_verified: 1 })
    }
    const timer = setTimeout(() => void use(), VERIFY_DELAY_MS)
    return () => clearTimeout(timer)
  }, [token, isOnline, write])

  return { isVerifying: isBusy }
}
