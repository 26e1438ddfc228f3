import { randomBytes } from 'node:crypto'
import {
  addAccount,
  changeAccount,
  endSessionsOf,
  renewInvitation,
  requireKnownRole,
  withdrawInvitation,
  type FirstAccess,
} from '#server/admin/accounts.ts'
import { resetFactors } from '#server/admin/reset-factors.ts'
import { passwordLinkToken } from '#server/auth/password-requests.ts'
import { hashPassword, oneTimePassword } from '#server/auth/passwords.ts'
import { sha256 } from '#server/auth/secret.ts'
import { findMember, listMembers, type MemberRow } from '#server/db/accounts/users.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { parseId } from '#server/db/records/ids.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import type { Invited, Member } from '#src/wire/team.ts'
import { answerRefusal } from './account-refusal.ts'

const NONCE_BYTES = 32

export function teamRoutes(api: Api): void {
  // From the primary: an admin decides by this list.
  route(api, 'listTeam', async ({ db }) => (await listMembers(db)).map(presentMember))

  route(api, 'inviteMember', async (context) => {
    const { body, db } = context
    const invitation = await makeInvitation(context)
    const user = await answerRefusal(async () => {
      await requireKnownRole(db, body.role)
      return addAccount(db, context, { ...body, mayWrite: body.may_write !== 0 }, invitation.access)
    })
    return presentInvited(db, user.id, invitation)
  })

  route(api, 'updateMember', async (context) => {
    const { params, body, actor, db } = context
    const id = requireId(params.id)
    const { role, projects, disabled, may_write } = body
    const isOwnRight = role !== undefined || disabled !== undefined || may_write !== undefined
    if (id === actor.id && isOwnRight) throw forbidden()
    const isDisabled = disabled === undefined ? undefined : disabled === 1
    const mayWrite = may_write === undefined ? undefined : may_write === 1
    return answerRefusal(async () => {
      if (role !== undefined) await requireKnownRole(db, role)
      return inTransaction(db, async (tx) => {
        requireFound(await changeAccount(tx, context, id, { role, projects, isDisabled, mayWrite }))
        return presentMember(await findMember(tx, id))
      })
    })
  })

  route(api, 'resendInvitation', async (context) => {
    const { params, db } = context
    const id = requireId(params.id)
    const invitation = await makeInvitation(context)
    const user = await answerRefusal(() =>
      inTransaction(db, (tx) => renewInvitation(tx, context, id, invitation.access)),
    )
    if (!user) throw notFound()
    return presentInvited(db, user.id, invitation)
  })

  route(api, 'withdrawInvitation', async (context) => {
    const { params, db } = context
    const id = requireId(params.id)
    await answerRefusal(async () =>
      requireFound(await inTransaction(db, (tx) => withdrawInvitation(tx, context, id))),
    )
  })

  route(api, 'endMemberSessions', async (context) => {
    const { params, actor, db } = context
    const id = requireId(params.id)
    requireFound(await inTransaction(db, (tx) => endSessionsOf(tx, context, id, actor.sessionId)))
  })

  // One's own are removed on the account page, which leaves the rest of the person's sessions.
  route(api, 'resetMemberFactors', async (context) => {
    const { params, actor, db } = context
    const id = requireId(params.id)
    if (id === actor.id) throw forbidden()
    requireFound(await inTransaction(db, (tx) => resetFactors(tx, context, id)))
  })
}

function requireId(text: string): number {
  const id = parseId(text)
  if (id === null) throw notFound()
  return id
}

function requireFound(isFound: boolean): void {
  if (!isFound) throw notFound()
}

interface PreparedInvitation {
  access: FirstAccess
  /** Where no mail is sent, for the admin to pass on. */
  password: string | null
}

type Sender = Pick<
  Context<'inviteMember' | 'resendInvitation'>,
  'actor' | 'config' | 'dependencies'
>

/** Before the transaction, because hashing takes long. */
async function makeInvitation({
  actor,
  config,
  dependencies,
}: Sender): Promise<PreparedInvitation> {
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  // Without mail nobody can verify an address: the admin who passes the password on vouches for it.
  if (!dependencies.mailer.delivers)
    return {
      access: { passwordHash, link: null, isEmailVerified: true },
      password,
    }
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const tokenHash = sha256(passwordLinkToken(config.secret, nonce))
  return {
    access: {
      passwordHash,
      link: { tokenHash, nonce, invitedBy: actor.email },
      isEmailVerified: false,
    },
    password: null,
  }
}

async function presentInvited(
  db: Db,
  id: number,
  { password }: PreparedInvitation,
): Promise<Invited> {
  const member = presentMember(await findMember(db, id))
  return password === null ? { member } : { member, one_time_password: password }
}

function presentMember(row: MemberRow): Member {
  return {
    id: String(row.id),
    email: row.email,
    role: row.role,
    projects: row.projects,
    state: row.disabled_at ? 'disabled' : row.invited_at ? 'invited' : 'active',
    is_email_verified: row.is_email_verified ? 1 : 0,
    last_seen_at: row.seen_at?.toISOString() ?? null,
    has_second_factor: row.has_second_factor ? 1 : 0,
    invitation_mail: row.invitation_mail,
    may_write: row.may_write ? 1 : 0,
  }
}
