import { requireKnownRole } from '#server/admin/accounts.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { findSignInFactors } from '#server/db/accounts/factors.ts'
import {
  findSecondFactorRoles,
  lockSecurityPolicy,
  replaceSecondFactorRoles,
} from '#server/db/accounts/security-policy.ts'
import { lockUser } from '#server/db/accounts/users.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { conflict } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { answerRefusal } from './account-refusal.ts'

export function securityPolicyRoutes(api: Api): void {
  // From the primary: an admin compares it with what was just saved.
  route(api, 'getSecurityPolicy', async ({ db }) => ({
    second_factor_roles: await findSecondFactorRoles(db),
  }))

  route(api, 'replaceSecurityPolicy', async (context) => {
    const { body, actor, db, now } = context
    const roles = [...new Set(body.second_factor_roles)].toSorted()
    await answerRefusal(async () => {
      for (const role of roles) await requireKnownRole(db, role)
    }, 'second_factor_roles')
    return inTransaction(db, async (tx) => {
      await lockSecurityPolicy(tx)
      // Locked, so that the factor that is counted is not removed meanwhile.
      const user = await lockUser(tx, actor.id)
      const { hasSecondFactor } = await findSignInFactors(tx, actor.id)
      // Somebody with a second factor remains who can change it back.
      if (roles.includes(user?.role ?? actor.role) && !hasSecondFactor)
        throw conflict('Set up your own second factor first')
      const before = { second_factor_roles: await findSecondFactorRoles(tx) }
      const after = { second_factor_roles: roles }
      if (before.second_factor_roles.join() !== roles.join()) {
        await replaceSecondFactorRoles(tx, roles, now)
        const entry = { object: 'security_policy', objectId: null, before, after } as const
        await recordAudit(tx, context, { action: 'security_policy.change', ...entry })
      }
      return after
    })
  })
}
