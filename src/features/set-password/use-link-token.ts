import { useEffect, useState } from 'react'
import { readStored, removeStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'

/**
 * The token of the opened link, or null. It is moved at once from the address bar, where history
 * would keep it, to session storage, so that a reload does not lose it.
 */
export function useLinkToken(): { token: string | null; forgetToken: () => void } {
  const [token, setToken] = useState(takeToken)
  // Another link that is opened in the same tab changes only the fragment.
  useEffect(() => {
    const onChange = () => setToken(takeToken())
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  return {
    token,
    forgetToken: () => {
      removeStored(STORAGE_KEYS.invitationToken, 'session')
      setToken(null)
    },
  }
}

function takeToken(): string | null {
  const { hash, pathname, search } = globalThis.location
  const given = new URLSearchParams(hash.slice(1)).get('token')
  if (given !== null) {
    writeStored(STORAGE_KEYS.invitationToken, given, 'session')
    globalThis.history.replaceState(null, '', `${pathname}${search}`)
    // Returned as it is where storage is forbidden.
    return given
  }
  const stored = readStored(STORAGE_KEYS.invitationToken, 'session')
  return typeof stored === 'string' ? stored : null
}
