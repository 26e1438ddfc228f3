import { formatLastUse } from '#src/domain/sale/record-formats.ts'
import type { Factor } from '#src/wire/factors.ts'

/** The groups of the second factors, in their order: what a page shows of them while they load. */
export const FACTOR_GROUPS = {
  passkeys: { title: 'Passkeys', text: 'Sign in with your finger, face or a key.' },
  authenticator: { title: 'Authenticator', text: 'A code of six digits from an app.' },
  recoveryCodes: { title: 'Recovery codes', text: 'Sign in once with each, if you lose the rest.' },
} as const

/** Why a person without a second factor can't go on. */
export const NO_FACTOR = 'Add a passkey or turn on an authenticator first.'

/** "Added Sep 2, last used 14:06". Local time. */
export function factorLine({ created_at: created, last_used_at: used }: Factor, now: Date): string {
  const added = `Added ${formatLastUse(created, now)}`
  return `${added}, ${used === null ? 'not used yet' : `last used ${formatLastUse(used, now)}`}`
}
