import { recordAudit } from '#server/auth/audit.ts'
import {
  countChallengeTry,
  isChallenge,
  issueChallenge,
  spendChallenge,
} from '#server/auth/factors/challenges.ts'
import { passkeyPlace, type PasskeyPlace } from '#server/auth/factors/passkey-place.ts'
import { passkeyOptions, readNewPasskey } from '#server/auth/factors/passkeys.ts'
import { expired, wrongProof } from '#server/auth/factors/prove.ts'
import { makeRecoveryCodes } from '#server/auth/factors/recovery-codes.ts'
import { requestPlace } from '#server/auth/request-place.ts'
import {
  deleteFactor,
  deleteRecoveryCodes,
  findFactor,
  findSignInFactors,
  insertFactor,
  listFactors,
  renameFactor,
  replaceRecoveryCodes,
} from '#server/db/accounts/factors.ts'
import { findSecondFactorRoles } from '#server/db/accounts/security-policy.ts'
import { lockUser } from '#server/db/accounts/users.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction, isUniqueViolation } from '#server/db/engine/transaction.ts'
import { addAccountEvent, type AccountNews } from '#server/db/messages/account-events.ts'
import { parseId } from '#server/db/records/ids.ts'
import type { FactorRow } from '#server/db/schema/schema-factors.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { conflict, notFound, unauthenticated } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { MAX_PASSKEYS, type Factor } from '#src/wire/factors.ts'

type Write = Pick<
  Context<'createPasskey' | 'confirmTotp' | 'createRecoveryCodes' | 'deleteFactor'>,
  'actor' | 'db' | 'now' | 'request'
>

export function factorRoutes(api: Api): void {
  // From the primary: the person compares it with what they have just changed.
  route(api, 'listFactors', async ({ actor, db, config }) => {
    const { recovery } = await findSignInFactors(db, actor.id)
    const roles = await findSecondFactorRoles(db)
    return {
      factors: (await listFactors(db, actor.id)).map(presentFactor),
      recovery_codes_left: recovery,
      is_required: roles.includes(actor.role) ? 1 : 0,
      has_passkeys: passkeyPlace(config.publicUrl) === null ? 0 : 1,
    }
  })

  route(api, 'createPasskeyOptions', async ({ actor, db, now, config }) => {
    const place = requirePlace(config.publicUrl)
    const passkeys = await requireRoom(db, actor.id)
    const challenge = issueChallenge(config.secret, holderOf({ actor }), now)
    return passkeyOptions(place, { challenge, user: actor, passkeys })
  })

  route(api, 'createPasskey', async (context) => {
    const { body, actor, db, now, config } = context
    const passkey = await readNewPasskey(requirePlace(config.publicUrl), body.credential)
    if (!passkey) throw wrongProof(400, 'passkey')
    const { challenge, credentialId, publicKey, signCount } = passkey
    if (!isChallenge(config.secret, challenge, holderOf(context), now)) throw expired(400)
    if (!(await countChallengeTry(db, challenge, now))) throw expired(400)
    try {
      return await change(context, async (tx) => {
        await requireRoom(tx, actor.id)
        if (!(await spendChallenge(tx, challenge))) throw expired(400)
        const added = await insertFactor(tx, {
          user_id: actor.id,
          kind: 'passkey',
          name: body.name,
          created_at: now,
          confirmed_at: now,
          credential_id: credentialId,
          public_key: publicKey,
          sign_count: signCount,
        })
        await recordAdded(tx, context, added)
        return presentFactor(added)
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw conflict('This passkey was added already')
    }
  })

  route(api, 'createRecoveryCodes', async (context) => {
    const { actor, db, now } = context
    await requireFactor(db, actor.id)
    const { codes, ...stored } = await makeRecoveryCodes()
    await change(context, async (tx) => {
      await requireFactor(tx, actor.id)
      await replaceRecoveryCodes(tx, actor.id, stored, now)
      const entry = { action: 'recovery_codes.create', object: 'user', objectId: actor.id } as const
      await recordAudit(tx, context, entry)
      await mail(tx, context, { is: 'recovery_codes_made' }, context.request.id)
    })
    return { codes }
  })

  route(api, 'renameFactor', async (context) => {
    const { params, body, actor } = context
    return change(context, async (tx) => {
      const factor = await requireOwn(tx, actor.id, params.id)
      if (factor.kind !== 'passkey') throw notFound()
      if (factor.name !== body.name) {
        await renameFactor(tx, factor.id, body.name)
        await recordAudit(tx, context, {
          action: 'factor.rename',
          object: 'factor',
          objectId: factor.id,
          before: { name: factor.name },
          after: { name: body.name },
        })
      }
      return presentFactor({ ...factor, name: body.name })
    })
  })

  route(api, 'deleteFactor', async (context) => {
    const { params, actor } = context
    await change(context, async (tx) => {
      const { id, kind, name } = await requireOwn(tx, actor.id, params.id)
      await deleteFactor(tx, id)
      const { hasSecondFactor } = await findSignInFactors(tx, actor.id)
      if (!hasSecondFactor) {
        // Otherwise a recovery code and the password would confirm everything from now on.
        if (actor.confirmation?.for === 'factors')
          throw conflict('Add another second factor first, then remove this one')
        await deleteRecoveryCodes(tx, actor.id)
      }
      const before = { kind, name }
      const entry = { action: 'factor.remove', object: 'factor', objectId: id, before } as const
      await recordAudit(tx, context, entry)
      await mail(tx, context, { is: 'factor_removed', kind, name }, id)
    })
  })
}

/** Changes the caller's factors, one request after the other. */
export function change<Result>(
  { actor, db }: Pick<Write, 'actor' | 'db'>,
  work: (tx: Tx, user: UserRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, actor.id)
    if (!user || user.disabled_at !== null) throw unauthenticated()
    return work(tx, user)
  })
}

/** Records a new factor, and mails its person. */
export async function recordAdded(
  tx: Tx,
  source: Omit<Write, 'db'>,
  { id, kind, name }: FactorRow,
): Promise<void> {
  await recordAudit(tx, source, {
    action: 'factor.add',
    object: 'factor',
    objectId: id,
    after: { kind, name },
  })
  await mail(tx, source, { is: 'factor_added', kind, name }, id)
}

export function presentFactor(factor: FactorRow): Factor {
  return {
    id: String(factor.id),
    kind: factor.kind,
    name: factor.name,
    created_at: factor.created_at.toISOString(),
    last_used_at: factor.last_used_at?.toISOString() ?? null,
  }
}

/** @param about what tells mails of one kind apart */
function mail(
  tx: Tx,
  { actor, now, request }: Omit<Write, 'db'>,
  what: AccountNews,
  about: string | number,
): Promise<void> {
  const news = { ...what, ...requestPlace(request) }
  return addAccountEvent(tx, { userId: actor.id, news, key: `${news.is} ${about}`, now })
}

const holderOf = ({ actor }: Pick<Write, 'actor'>) =>
  ({ purpose: 'passkey-create', userId: actor.id, binding: actor.sessionId }) as const

function requirePlace(publicUrl: string): PasskeyPlace {
  const place = passkeyPlace(publicUrl)
  if (place === null) throw conflict('Passkeys need an https address with a host name')
  return place
}

async function requireRoom(db: Db, userId: number): Promise<FactorRow[]> {
  const passkeys = (await listFactors(db, userId)).filter(({ kind }) => kind === 'passkey')
  if (passkeys.length >= MAX_PASSKEYS)
    throw conflict(`You have ${MAX_PASSKEYS} passkeys already. Remove one that you no longer use.`)
  return passkeys
}

async function requireFactor(db: Db, userId: number): Promise<void> {
  const { hasSecondFactor } = await findSignInFactors(db, userId)
  if (!hasSecondFactor) throw conflict('Add a second factor first')
}

/** @throws HttpError 404 for another person's factor */
async function requireOwn(tx: Tx, userId: number, text: string): Promise<FactorRow> {
  const id = parseId(text)
  const factor = id === null ? undefined : await findFactor(tx, userId, id)
  if (!factor) throw notFound()
  return factor
}
