import { allVisibleProjects } from '#server/auth/access.ts'
import { findUser } from '#server/db/accounts/users.ts'
import type { Db } from '#server/db/engine/open.ts'
import { isProjectNews } from '#server/db/messages/account-events.ts'
import type { ClaimedMessage } from '#server/db/messages/alert-messages.ts'
import {
  findAlertSettings,
  listAlertRules,
  type AlertSettingsFields,
} from '#server/db/messages/alerts.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { canSeeAlert } from '#src/domain/people/alert-access.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import { isInvitation, isTooLate } from './account-mails.ts'

/** The person whom messages are for, as they are now. */
export interface Receiver {
  user: UserRow
  settings: AlertSettingsFields
  projects: readonly string[]
  /** The ids of the rules that are on. */
  rules: ReadonlySet<string>
}

/** Null for a person who can't sign in any more. */
export async function readReceiver(db: Db, userId: number): Promise<Receiver | null> {
  const user = await findUser(db, userId)
  if (!user || user.disabled_at !== null) return null
  const settings = await findAlertSettings(db, userId)
  const projects = await allVisibleProjects(db, user)
  const rules = await listAlertRules(db, userId)
  const enabled = rules.filter((rule) => rule.enabled).map(({ id }) => id)
  return { user, settings, projects, rules: new Set(enabled) }
}

/**
 * Whether a message is still sent: role, memberships and the rule may have changed since the event. A
 * digest has no rule, and contains what the person may see. News have none either: those about the own
 * account are sent unless they came too late, those about a project to the people who see its figures.
 */
export function isWanted(
  { user, projects, rules }: Receiver,
  message: ClaimedMessage,
  now: Date,
): boolean {
  const { kind, project_id, rule_id } = message
  if (kind === 'digest') return true
  if (kind === 'account')
    // An accepted invitation is not mailed again.
    return !isTooLate(message, now) && !(isInvitation(message) && user.invited_at === null)
  if (isProjectNews(kind))
    return canSeeFinance(user.role) && project_id !== null && projects.includes(project_id)
  return (
    rule_id !== null &&
    rules.has(rule_id) &&
    canSeeAlert({ role: user.role, projects }, { kind, project_id })
  )
}
