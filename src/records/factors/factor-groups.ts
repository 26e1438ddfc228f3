/** The groups of the second factors, in their order: what a page shows of them while they load. */
export const FACTOR_GROUPS = {
  passkeys: { title: 'Passkeys', text: 'Sign in with your finger, face or a key.' },
  authenticator: { title: 'Authenticator', text: 'A code of six digits from an app.' },
  recoveryCodes: { title: 'Recovery codes', text: 'Sign in once with each, if you lose the rest.' },
} as const

/** Why a person without a second factor can't go on. */
export const NO_FACTOR = 'Add a passkey or turn on an authenticator first.'
