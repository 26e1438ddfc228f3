import { useEffect, useState } from 'react'
import { readStored, STORAGE_KEYS } from '#src/state/storage.ts'
import type { AuthOptions } from '#src/wire/account.ts'

/** The last known ways to sign in beside the password; null if this device never learned them. */
export function readAuthOptions(): AuthOptions | null {
  const stored = readStored(STORAGE_KEYS.authOptions)
  if (typeof stored !== 'object' || stored === null) return null
  const isOn = (name: keyof AuthOptions) => (name in stored && Object(stored)[name] === 1 ? 1 : 0)
  return { forgot_password: isOn('forgot_password'), passkeys: isOn('passkeys') }
}

/**
 * The ways to sign in beside the password: the last known ones, then those of the server; null while
 * they are unknown.
 */
export function useAuthOptions(): AuthOptions | null {
  const [options, setOptions] = useState(readAuthOptions)
  useEffect(() => {
    let isMounted = true
    const refresh = async () => {
      // Not part of the first load of Login.
      const { fetchAuthOptions } = await import('./auth-options.ts')
      const fetched = await fetchAuthOptions()
      if (isMounted) setOptions(fetched)
    }
    // Nobody waits for it: without a response, the password still works.
    void refresh().catch(() => undefined)
    return () => {
      isMounted = false
    }
  }, [])
  return options
}
