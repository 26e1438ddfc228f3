import { recordAudit } from '#server/auth/audit.ts'
import {
  accountOfChallenge,
  countChallengeTry,
  isChallenge,
  issueChallenge,
} from '#server/auth/factors/challenges.ts'
import { passkeyPlace } from '#server/auth/factors/passkey-place.ts'
import { checkPasskey } from '#server/auth/factors/proofs.ts'
import { expired, prove, spendProof, wrongProof } from '#server/auth/factors/prove.ts'
import { offeredFactors, stepUpProofs } from '#server/auth/factors/step-up.ts'
import { limitLoginTries } from '#server/auth/lock-outs.ts'
import { clearLoginTries, networkHash, rateLimitKeys } from '#server/auth/login-limits.ts'
import { requestPlace } from '#server/auth/request-place.ts'
import { recordRefusedProof } from '#server/auth/sign-in-refusals.ts'
import { findSignInFactors } from '#server/db/accounts/factors.ts'
import { incrementCounter } from '#server/db/accounts/rate-counters.ts'
import { confirmSession } from '#server/db/accounts/sessions.ts'
import { findUser } from '#server/db/accounts/users.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { addAccountEvent } from '#server/db/messages/account-events.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { notFound, tooManyRequests, unauthenticated } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import type { SecondFactorRequest } from '#src/wire/auth.ts'
import { signIn } from './sign-in.ts'

const REFUSALS_WINDOW_MS = 15 * 60_000
/** Refused passkeys of one network, above which they leave no entries. */
const MAX_NETWORK_REFUSALS = 100

/** For a sign-in with a passkey alone, which names its account itself. */
const ANY_ACCOUNT = { purpose: 'passkey-sign-in', userId: 0, binding: '' } as const

export function secondFactorRoutes(api: Api): void {
  route(api, 'secondFactor', async (context) => {
    const { body, db, now, config } = context
    const id = accountOfChallenge(body.challenge)
    const user = id === null ? undefined : await findUser(db, id)
    if (!user || user.disabled_at !== null) throw expired(401)
    const holder = {
      purpose: 'second-factor',
      userId: user.id,
      binding: user.password_hash,
    } as const
    if (!isChallenge(config.secret, body.challenge, holder, now)) throw expired(401)
    const attempt = {
      user,
      proof: body,
      action: 'session.code_refused',
      code: 401,
      isAllowed: async () => true,
    } as const
    return prove(context, attempt, async (tx, current) => {
      if (body.kind === 'recovery') await reportRecoveryCode(tx, context, current)
      return signIn(tx, context, current, `password_${body.kind}`)
    })
  })

  route(api, 'passkeyChallenge', async ({ now, config }) => {
    if (passkeyPlace(config.publicUrl) === null) throw notFound()
    return { challenge: issueChallenge(config.secret, ANY_ACCOUNT, now) }
  })

  // Always checked, so that a stranger locks nobody out.
  route(api, 'passkeySignIn', async (context) => {
    const { body, db, now, config } = context
    if (!isChallenge(config.secret, body.challenge, ANY_ACCOUNT, now)) throw expired(401)
    if (!(await countChallengeTry(db, body.challenge, now))) throw expired(401)
    const found = await checkPasskey(context, body)
    const user = found ? await findUser(db, found.passkey.user_id) : undefined
    const { challenge } = body
    const response =
      found && user
        ? await spendProof(db, { user, challenge, spend: found.spend, code: 401 }, (tx, current) =>
            signIn(tx, context, current, 'passkey'),
          )
        : null
    return response ?? refusePasskey(context, user?.id ?? null)
  })

  route(api, 'stepUp', async (context) => {
    const { body, actor, db, now, config, request } = context
    const scope = scopeOfChallenge(context)
    const user = await findUser(db, actor.id)
    if (!user) throw unauthenticated()
    const keys = rateLimitKeys(config.secret, request.ip, `password of ${actor.id}`)
    if (body.kind === 'password')
      await limitLoginTries(db, keys, context, async () => ({ userId: actor.id, actor }))
    const attempt = {
      user,
      proof: body,
      action: 'session.step_up_refused',
      actor,
      code: 400,
      isAllowed: async (at: typeof db) =>
        (await stepUpProofs(at, actor, config, scope)).includes(body.kind),
    } as const
    await prove(context, attempt, async (tx) => {
      const { hasSecondFactor } = await findSignInFactors(tx, actor.id)
      const isPartial = body.kind === 'password' && hasSecondFactor
      await confirmSession(tx, actor.sessionId, now, isPartial ? 'factors' : 'everything')
      await recordAudit(tx, context, {
        action: 'session.step_up',
        object: 'user',
        objectId: actor.id,
        after: { kind: body.kind },
      })
    })
    if (body.kind === 'password') await clearLoginTries(db, keys)
  })
}

/** What finishes a sign-in whose password was right; null without a second factor. */
export async function secondFactorRequest(
  tx: Tx,
  { config, now }: Pick<Context<'login'>, 'config' | 'now'>,
  user: UserRow,
): Promise<SecondFactorRequest | null> {
  const factors = await findSignInFactors(tx, user.id)
  if (!factors.hasSecondFactor) return null
  const holder = {
    purpose: 'second-factor',
    userId: user.id,
    // A changed password ends it.
    binding: user.password_hash,
  } as const
  return {
    challenge: issueChallenge(config.secret, holder, now),
    factors: [
      ...offeredFactors(factors, config.publicUrl),
      ...(factors.recovery > 0 ? ['recovery'] : []),
    ],
  }
}

async function reportRecoveryCode(
  tx: Tx,
  { request, now }: Context<'secondFactor'>,
  user: UserRow,
): Promise<void> {
  const { recovery: left } = await findSignInFactors(tx, user.id)
  await recordAudit(
    tx,
    { actor: user, request, now },
    { action: 'recovery_codes.use', object: 'user', objectId: user.id, after: { left } },
  )
  const news = { is: 'recovery_code_used', left, ...requestPlace(request) } as const
  const key = `recovery_code_used ${now.toISOString()} ${left}`
  await addAccountEvent(tx, { userId: user.id, news, key, now })
}

/** @throws HttpError 401, or 429 above the limit of the network */
async function refusePasskey(
  { db, now, request }: Context<'passkeySignIn'>,
  userId: number | null,
): Promise<never> {
  const { count, windowEndsAt } = await incrementCounter(
    db,
    `passkey-refused:${networkHash(request.ip)}`,
    REFUSALS_WINDOW_MS,
    now,
  )
  if (count > MAX_NETWORK_REFUSALS) throw tooManyRequests(windowEndsAt.getTime() - now.getTime())
  const action = 'session.code_refused'
  await recordRefusedProof(db, { action, kind: 'passkey', userId, request, now })
  throw wrongProof(401, 'passkey')
}

/** @throws HttpError 400 for a challenge that is not of this session's step-up */
function scopeOfChallenge({ body, actor, config, now }: Context<'stepUp'>) {
  const holder = { userId: actor.id, binding: actor.sessionId }
  const isFor = (purpose: 'step-up' | 'step-up-factors') =>
    isChallenge(config.secret, body.challenge, { ...holder, purpose }, now)
  if (isFor('step-up')) return 'everything'
  if (isFor('step-up-factors')) return 'factors'
  throw expired(400)
}
