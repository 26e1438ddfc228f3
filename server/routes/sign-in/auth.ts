import { randomBytes } from 'node:crypto'
import { recordAudit } from '#server/auth/audit.ts'
import { limitLoginTries } from '#server/auth/lock-outs.ts'
import { clearLoginTries, rateLimitKeys } from '#server/auth/login-limits.ts'
import { announceNewPassword, setOwnPassword } from '#server/auth/own-password.ts'
import {
  hashPassword,
  isPassword,
  verifyAgainstDummy,
  requireGoodPassword,
} from '#server/auth/passwords.ts'
import { requestPlace } from '#server/auth/request-place.ts'
import { sha256 } from '#server/auth/secret.ts'
import { endSession, rotate } from '#server/auth/session-tokens.ts'
import { hashEmail, recordRefusedSignIn } from '#server/auth/sign-in-refusals.ts'
import {
  claimVerificationMail,
  findUser,
  findUserByEmail,
  lockUser,
  releaseVerificationMail,
  updateUser,
} from '#server/db/accounts/users.ts'
import {
  insertVerificationToken,
  spendVerificationToken,
} from '#server/db/accounts/verification-tokens.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { badRequest, HttpError, tooManyRequests, unauthenticated } from '#server/http/errors.ts'
import { verificationMail } from '#server/outbound/mailer.ts'
import { route, type Api } from '#server/routes/route.ts'
import { INVALID_TOKEN } from '#src/wire/account.ts'
import { secondFactorRequest } from './second-factors.ts'
import { signIn } from './sign-in.ts'

const MAIL_COOLDOWN_MS = 30_000
const VERIFICATION_LIFE_MS = 24 * 3_600_000

export function authRoutes(api: Api): void {
  route(api, 'login', async (context) => {
    const { body, db, now, config, request } = context
    const { secret } = config
    const keys = rateLimitKeys(secret, request.ip, body.email)
    await limitLoginTries(db, keys, { request, now }, async () => {
      const account = await findUserByEmail(db, body.email)
      return account
        ? { userId: account.id }
        : { userId: null, emailHash: hashEmail(secret, body.email) }
    })
    const user = await findUserByEmail(db, body.email)
    const isCorrect = user
      ? await isPassword(user.password_hash, body.password)
      : await verifyAgainstDummy(body.password)
    // A disabled account gets the same response as an unknown one.
    if (!user || isCorrect !== true || user.disabled_at !== null) {
      const userId = user?.id ?? null
      await recordRefusedSignIn(db, { email: body.email, userId, secret, request, now })
      throw new HttpError(401, 'Incorrect email or password')
    }
    await clearLoginTries(db, keys)
    return inTransaction(db, async (tx) => {
      // Checked again in the transaction: the password may have changed since, which ends all sessions.
      const current = await lockUser(tx, user.id)
      if (current?.password_hash !== user.password_hash || current.disabled_at !== null)
        throw new HttpError(401, 'Incorrect email or password')
      const second = await secondFactorRequest(tx, context, current)
      return second ?? signIn(tx, context, current, 'password')
    })
  })

  route(api, 'refreshTokens', async ({ body, dependencies, request }) => {
    const tokens = await rotate(dependencies, body.refresh_token, request)
    if (!tokens) throw new HttpError(401, 'Invalid refresh token')
    return tokens
  })

  route(api, 'logout', async ({ body, dependencies }) => {
    await endSession(dependencies, body.refresh_token)
  })

  route(api, 'changePassword', async (context) => {
    const { body, actor, db, now, config, request } = context
    const keys = rateLimitKeys(config.secret, request.ip, `password of ${actor.id}`)
    await limitLoginTries(db, keys, context, async () => ({ userId: actor.id, actor }))
    const user = await findUser(db, actor.id)
    if (!user || !(await isPassword(user.password_hash, body.old_password)))
      throw badRequest('Incorrect password')
    await clearLoginTries(db, keys)
    await requireGoodPassword(body.new_password, {
      oldPassword: body.old_password,
      email: actor.email,
    })
    const passwordHash = await hashPassword(body.new_password)
    await inTransaction(db, async (tx) => {
      const current = await lockUser(tx, actor.id)
      if (current?.password_hash !== user.password_hash) throw badRequest('Incorrect password')
      const reason = 'the password changed'
      const own = { userId: actor.id, passwordHash, reason, keptSession: actor.sessionId }
      await setOwnPassword(tx, own, now)
      await announceNewPassword(tx, { userId: actor.id, place: requestPlace(request), now })
      await recordAudit(tx, context, {
        action: 'user.change_password',
        object: 'user',
        objectId: actor.id,
        before: { requires_password_reset: user.requires_password_reset },
        after: { requires_password_reset: false },
      })
    })
  })

  // The mail always goes to the caller's own address. The body is ignored.
  route(api, 'sendVerificationEmail', async (context) => {
    const { actor, db, now, config, dependencies, request } = context
    const token = randomBytes(32).toString('base64url')
    const isDue = await inTransaction(db, async (tx) => {
      const user = await findUser(tx, actor.id)
      if (!user) throw unauthenticated()
      if (user.is_email_verified) return false
      const sentAt = await claimVerificationMail(tx, actor.id, now, MAIL_COOLDOWN_MS)
      if (sentAt) {
        const waitMs = Math.max(1, sentAt.getTime() + MAIL_COOLDOWN_MS - now.getTime())
        const seconds = Math.ceil(waitMs / 1000)
        throw tooManyRequests(waitMs, `Must wait ${seconds} seconds before sending another email.`)
      }
      await insertVerificationToken(tx, {
        token_hash: sha256(token),
        user_id: actor.id,
        email: user.email,
        created_at: now,
        expires_at: new Date(now.getTime() + VERIFICATION_LIFE_MS),
        purpose: 'verification',
      })
      return true
    })
    if (!isDue) return
    try {
      await dependencies.mailer.send(verificationMail(actor.email, config.publicUrl, token))
    } catch (error) {
      await releaseVerificationMail(db, actor.id)
      request.log.error({ err: error }, 'failed to send the verification mail')
      throw new HttpError(500, 'Failed to send verification email')
    }
  })

  route(api, 'verifyEmail', async ({ query, db, now, request }) => {
    await inTransaction(db, async (tx) => {
      const spent = await spendVerificationToken(tx, sha256(query.token), 'verification', now)
      const user = spent && (await findUser(tx, spent.user_id))
      // A token verifies the address that it was sent to, not a later one.
      if (!user || user.email !== spent.email || user.disabled_at !== null) throw invalidToken()
      await updateUser(tx, user.id, { is_email_verified: true }, now)
      await recordAudit(
        tx,
        { actor: user, request, now },
        {
          action: 'user.verify_email',
          object: 'user',
          objectId: user.id,
          before: { is_email_verified: user.is_email_verified },
          after: { is_email_verified: true },
        },
      )
    })
  })
}

const invalidToken = () => badRequest(INVALID_TOKEN)
