import { recordAudit } from '#server/auth/audit.ts'
import { passkeyPlace } from '#server/auth/factors/passkey-place.ts'
import { limitLoginTries } from '#server/auth/lock-outs.ts'
import { clearLoginTries, rateLimitKeys } from '#server/auth/login-limits.ts'
import { announceNewPassword, setOwnPassword } from '#server/auth/own-password.ts'
import { countPasswordRequest } from '#server/auth/password-requests.ts'
import { hashPassword, isPassword, requireGoodPassword } from '#server/auth/passwords.ts'
import { requestPlace } from '#server/auth/request-place.ts'
import { sha256 } from '#server/auth/secret.ts'
import { insertPasswordRequest } from '#server/db/accounts/password-requests.ts'
import { findUser, lockUser } from '#server/db/accounts/users.ts'
import {
  findPasswordLink,
  spendVerificationToken,
} from '#server/db/accounts/verification-tokens.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { badRequest, invalidInput } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { INVALID_TOKEN } from '#src/wire/account.ts'

/** What people without a session may do beside signing in: request a link, and set a password with one. */
export function passwordLinkRoutes(api: Api): void {
  route(api, 'getAuthOptions', async ({ config, dependencies }) => ({
    forgot_password: dependencies.mailer.delivers ? 1 : 0,
    passkeys: passkeyPlace(config.publicUrl) === null ? 0 : 1,
  }))

  // Nothing here depends on whether the address has an account: a background step finds that out.
  route(api, 'forgotPassword', async ({ body, db, now, config, dependencies, request }) => {
    if (!dependencies.mailer.delivers) return
    const { email } = body
    if (!(await countPasswordRequest(db, config.secret, { email, ip: request.ip, now }))) return
    await insertPasswordRequest(db, {
      email,
      ip: request.ip,
      request_id: request.id,
      created_at: now,
    })
  })

  route(api, 'readPasswordLink', async (context) => {
    const { email, purpose, user_id } = await requirePasswordLink(context, 'password link')
    const user = await findUser(context.db, user_id)
    if (user?.email !== email || user.disabled_at !== null) throw badRequest(INVALID_TOKEN)
    return { email, purpose: purpose === 'invitation' ? purpose : 'password' }
  })

  // Opens no session, so a second factor is still needed.
  route(api, 'resetPassword', async (context) => {
    const { body, db, now, request } = context
    const token = await requirePasswordLink(context, 'password reset')
    const tokenHash = sha256(body.token)
    await requireGoodPassword(body.new_password, token)
    // Somebody may know the forgotten one. An invitation's account has none of its own.
    const isForgotten = token.purpose === 'password'
    const account = isForgotten ? await findUser(db, token.user_id) : undefined
    if (account && (await isPassword(account.password_hash, body.new_password)))
      throw invalidInput('body.new_password', 'Must not be the old password')
    const passwordHash = await hashPassword(body.new_password)
    await inTransaction(db, async (tx) => {
      // Locked before the token is spent, as when an invitation is sent again or withdrawn.
      const user = await lockUser(tx, token.user_id)
      const spent = await spendVerificationToken(tx, tokenHash, token.purpose, now)
      if (!user || user.email !== spent?.email || user.disabled_at !== null)
        throw badRequest(INVALID_TOKEN)
      const reason = isForgotten ? 'a new password was set' : 'the invitation was accepted'
      const userId = user.id
      await setOwnPassword(tx, { userId, passwordHash, reason, isAddressProved: true }, now)
      if (isForgotten) await announceNewPassword(tx, { userId, place: requestPlace(request), now })
      await recordAudit(
        tx,
        { actor: user, request, now },
        {
          action: isForgotten ? 'user.set_password' : 'user.accept_invitation',
          object: 'user',
          objectId: userId,
          before: { is_email_verified: user.is_email_verified },
          after: { is_email_verified: true },
        },
      )
    })
  })
}

/** The link of a mailed token. Guesses from a network are limited. */
async function requirePasswordLink(
  { body, db, now, config, request }: Context<'readPasswordLink' | 'resetPassword'>,
  counted: string,
) {
  const keys = rateLimitKeys(config.secret, request.ip, counted)
  await limitLoginTries(db, keys, { request, now }, async () => ({ userId: null }))
  const link = await findPasswordLink(db, sha256(body.token), now)
  if (!link) throw badRequest(INVALID_TOKEN)
  await clearLoginTries(db, keys)
  return link
}
