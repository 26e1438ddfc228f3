import { limitCodes } from '#server/auth/factors/code-limits.ts'
import { wrongProof } from '#server/auth/factors/prove.ts'
import { newTotpKey, stepOfCode, totpUri } from '#server/auth/factors/totp.ts'
import { decryptOrNull, encrypt } from '#server/auth/secret.ts'
import {
  confirmTotpFactor,
  deleteUnconfirmedTotp,
  findTotp,
  insertFactor,
} from '#server/db/accounts/factors.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { FactorRow } from '#server/db/schema/schema-factors.ts'
import { conflict } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { change, presentFactor, recordAdded } from './factors.ts'

const NAME = 'Authenticator'

/** Turning an authenticator app on. */
export function totpRoutes(api: Api): void {
  route(api, 'createTotp', async (context) => {
    const { actor, now, config } = context
    const key = newTotpKey()
    await change(context, async (tx) => {
      await findUnconfirmed(tx, actor.id)
      await deleteUnconfirmedTotp(tx, actor.id)
      await insertFactor(tx, {
        user_id: actor.id,
        kind: 'totp',
        name: NAME,
        created_at: now,
        secret_sealed: encrypt(config.secret, key),
      })
    })
    return { key, uri: totpUri(key, actor.email) }
  })

  route(api, 'confirmTotp', async (context) => {
    const { body, actor, db, now, config } = context
    const totp = await findUnconfirmed(db, actor.id)
    const sealed = totp?.secret_sealed ?? null
    const key = sealed === null ? null : decryptOrNull(config, sealed)
    if (!totp || key === null) throw conflict('Start again with a new key')
    const factor = await limitCodes(db, actor.id, context, async (release) => {
      const step = stepOfCode(key, body.code, now)
      if (step === null) return null
      return change(context, async (tx) => {
        const added = await confirmTotpFactor(tx, totp.id, step, now)
        // Another request has turned it on, or begun again with another key.
        if (!added) throw conflict('Start again with a new key')
        await release(tx)
        await recordAdded(tx, context, added)
        return presentFactor(added)
      })
    })
    if (factor === null) throw wrongProof(400, 'totp')
    return factor
  })
}

/** @throws HttpError 409 for an app that is on */
async function findUnconfirmed(db: Db, userId: number): Promise<FactorRow | undefined> {
  const totp = await findTotp(db, userId)
  if (totp?.confirmed_at) throw conflict('Your authenticator is on already. Turn it off first.')
  return totp
}
