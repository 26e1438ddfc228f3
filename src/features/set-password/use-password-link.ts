import { useEffect, useState } from 'react'
import { send } from '#src/api/http.ts'
import { accountCalls, type PasswordLink } from '#src/wire/account.ts'

/**
 * What the link is for. Undefined while that is requested; null if the server did not say, which also
 * happens with a link that has ended: setting the password then says so.
 */
export function usePasswordLink(token: string | null): PasswordLink | null | undefined {
  const [known, setKnown] = useState<{ token: string; link: PasswordLink | null } | null>(null)
  useEffect(() => {
    if (token === null) return
    let isCurrent = true
    const read = async () => {
      const body = { token }
      const link = await send(
        accountCalls.readPasswordLink,
        { body },
        { isSessionless: true },
      ).catch(() => null)
      if (isCurrent) setKnown({ token, link })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [token])
  return known !== null && known.token === token ? known.link : undefined
}
