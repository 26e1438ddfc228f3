import type { ProofKind } from '#src/wire/second-factors.ts'

/** How a session was opened: with a passkey alone, or with the password and perhaps a second factor. */
export type SignInMethod = 'password' | 'passkey' | `password_${Exclude<ProofKind, 'password'>}`

/** Whether the session was opened with a recovery code. */
export const isRecovery = (method: string | null) => method === 'password_recovery'
