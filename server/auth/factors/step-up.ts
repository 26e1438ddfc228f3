import type { Actor } from '#server/auth/authenticate.ts'
import { findSignInFactors, type SignInFactors } from '#server/db/accounts/factors.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { AppConfig } from '#server/dependencies.ts'
import { StepUpRequired } from '#server/http/errors.ts'
import { STEP_UP_MINUTES, type ProofKind } from '#src/wire/second-factors.ts'
import { issueChallenge } from './challenges.ts'
import { passkeyPlace } from './passkey-place.ts'

const STEP_UP_MS = STEP_UP_MINUTES * 60_000

export type StepUpScope = 'everything' | 'factors'

interface Caller {
  actor: Actor
  db: Db
  now: Date
  config: AppConfig
}

/**
 * Requires that the person of this session has confirmed who they are in the last 10 minutes. An access
 * token alone does not get by: signing in is no confirmation.
 * @param over the limit that the call is above, for the person
 * @throws StepUpRequired with a challenge for POST /auth/step-up
 */
export async function requireStepUp(
  caller: Caller,
  { scope = 'everything', over }: { scope?: StepUpScope; over?: string } = {},
): Promise<void> {
  const { actor, db, now, config } = caller
  const { confirmation } = actor
  const isRecent = confirmation !== null && now.getTime() - confirmation.at.getTime() < STEP_UP_MS
  if (isRecent && (confirmation.for === 'everything' || scope === 'factors')) return
  const factors = await stepUpProofs(db, actor, config, scope)
  const purpose = scope === 'factors' ? 'step-up-factors' : 'step-up'
  const holder = { purpose, userId: actor.id, binding: actor.sessionId } as const
  throw new StepUpRequired({
    challenge: issueChallenge(config.secret, holder, now),
    factors,
    ...(over === undefined ? {} : { over }),
  })
}

/**
 * The kinds of proof that confirm this person: the second factors, or without any the password. Recovery
 * codes confirm nothing; after a sign-in with one, the password confirms changes of factors, so that a
 * lost one can be replaced.
 */
export async function stepUpProofs(
  db: Db,
  actor: Actor,
  { publicUrl }: AppConfig,
  scope: StepUpScope,
): Promise<ProofKind[]> {
  const factors = await findSignInFactors(db, actor.id)
  if (!factors.hasSecondFactor) return ['password']
  const isRecovery = actor.isRecovering && scope === 'factors'
  return [...offeredFactors(factors, publicUrl), ...(isRecovery ? (['password'] as const) : [])]
}

/** The kinds of second factors that work at this address. */
export function offeredFactors({ passkeys, totp }: SignInFactors, publicUrl: string) {
  return [
    ...(passkeys > 0 && passkeyPlace(publicUrl) !== null ? (['passkey'] as const) : []),
    ...(totp > 0 ? (['totp'] as const) : []),
  ]
}
