import { findHistory } from '#server/alerts/find-firings.ts'
import { suggestAlerts } from '#server/alerts/suggestions.ts'
import { allVisibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import {
  listAlertEvents,
  listDeliveries,
  type DeliveryRow,
  type FiredEventRow,
} from '#server/db/messages/alert-events.ts'
import {
  deleteAlertRules,
  findAlertSettings,
  listAlertRules,
  lockAlertSettings,
  updateAlertSettings,
  upsertAlertRules,
  type AlertRuleRow,
  type AlertSettingsFields,
} from '#server/db/messages/alerts.ts'
import { REQUESTED_PREFIX } from '#server/db/messages/digest-events.ts'
import { lastDueDigest } from '#server/digest/digest-schedule.ts'
import { addDigest } from '#server/digest/due-digests.ts'
import { notFound } from '#server/http/errors.ts'
import { requireLoadLimit } from '#server/routes/load-limit.ts'
import { route, type Api } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { canSeeAlert, mayHaveAlert } from '#src/domain/people/alert-access.ts'
import { describeFired } from '#src/domain/people/alert-text.ts'
import { describeRule } from '#src/domain/people/rule-text.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import {
  ALERT_KINDS,
  type Alerts,
  type AlertSettings,
  type FiredAlert,
  type Rule,
} from '#src/wire/alerts.ts'
import { requireAlertSettings, requireRule, requireRules, staleAlerts } from './alert-input.ts'

const PREVIEW_MS = 30 * DAY_MS
const MAX_EXAMPLES = 10

export function alertRoutes(api: Api): void {
  route(api, 'getAlerts', async ({ actor, db, readDb, now }) => {
    const projects = await allVisibleProjects(db, actor)
    const rules = await listVisibleRules(db, actor, projects)
    const settings = await findAlertSettings(db, actor.id)
    return presentAlerts(readDb, { actor, rules, projects, settings, now })
  })

  route(api, 'saveAlerts', async (context) => {
    const { body, actor, db, now } = context
    const stored = requireAlertSettings(body.settings)
    const saved = await inTransaction(db, async (tx) => {
      const previous = await lockAlertSettings(tx, actor.id, now)
      // First, because a rule of the stale version may be about a project that is gone since.
      if (previous.version !== body.version) throw staleAlerts()
      const projects = await allVisibleProjects(tx, actor)
      requireRules(body.rules, { role: actor.role, projects })
      const before = await listVisibleRules(tx, actor, projects)
      const kept = new Set(body.rules.map(({ id }) => id.toLowerCase()))
      // Rules that the person may not see at present stay.
      const deleted = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
      await deleteAlertRules(tx, deleted)
      if (!(await upsertAlertRules(tx, actor.id, body.rules, now))) throw notFound()
      const settings = await updateAlertSettings(tx, actor.id, stored, now)
      const rules = await listVisibleRules(tx, actor, projects)
      await recordAudit(tx, context, {
        action: 'user.change_alerts',
        object: 'user',
        objectId: actor.id,
        before: auditValues(before, previous),
        after: auditValues(rules, settings),
      })
      return { rules, projects, settings }
    })
    return presentAlerts(db, { actor, ...saved, now })
  })

  route(
    api,
    'previewAlert',
    async ({ body, actor, db, readDb, now }) => {
      await requireLoadLimit(db, { name: 'alert-preview', userId: actor.id }, now)
      const projects = await allVisibleProjects(db, actor)
      requireRule(body, 'body', { role: actor.role, projects })
      const { kind, threshold = null, hours = null, cap = null } = body
      const { tz } = await findAlertSettings(db, actor.id)
      const watch = {
        kind,
        projects: body.project_id === null ? projects : [body.project_id],
        threshold,
        hours,
        cap,
        tz,
      }
      const span = { from: new Date(now.getTime() - PREVIEW_MS), to: now }
      const options = { span, most: MAX_EXAMPLES }
      const { fired, last } = await findHistory(readDb, actor.id, watch, options)
      return { fired, examples: last.map((at) => at.toISOString()) }
    },
    { writes: false },
  )

  route(api, 'sendDigest', async (context) => {
    const { actor, db, now } = context
    await inTransaction(db, async (tx) => {
      const settings = await findAlertSettings(tx, actor.id)
      const { digest = { every: 'day', hour: 0 }, tz } = presentSettings(settings)
      // The last whole day or week, whatever the hour. A second click in a minute changes nothing.
      const due = lastDueDigest({ ...digest, hour: 0 }, tz, now.getTime())
      const key = `${REQUESTED_PREFIX}${now.toISOString().slice(0, 16)}`
      if (!(await addDigest(tx, actor.id, key, due, now))) return
      const { start, end } = due.range
      await recordAudit(tx, context, {
        action: 'user.request_digest',
        object: 'user',
        objectId: actor.id,
        after: { start: new Date(start), end: new Date(end) },
      })
    })
  })

  route(api, 'listFiredAlerts', async ({ actor, db }) => {
    const projects = await allVisibleProjects(db, actor)
    const kinds = ALERT_KINDS.filter((kind) => mayHaveAlert(actor.role, kind))
    const events = await listAlertEvents(db, actor.id, { kinds, projects })
    const deliveries = await listDeliveries(
      db,
      events.map(({ id }) => id),
    )
    const { tz } = await findAlertSettings(db, actor.id)
    return events.map((event) =>
      presentFired(
        event,
        deliveries.filter((one) => one.event_id === event.id),
        tz,
      ),
    )
  })
}

/** The rules that the caller, who may see these projects, may see now. */
async function listVisibleRules(
  db: Db,
  actor: Actor,
  projects: readonly string[],
): Promise<AlertRuleRow[]> {
  const rules = await listAlertRules(db, actor.id)
  return rules.filter((rule) => canSeeAlert({ role: actor.role, projects }, rule))
}

async function presentAlerts(
  db: Db,
  parts: {
    actor: Actor
    rules: readonly AlertRuleRow[]
    projects: readonly string[]
    settings: AlertSettingsFields
    now: Date
  },
): Promise<Alerts> {
  const { actor, rules, projects, settings, now } = parts
  const without = new Set([...rules.map(({ kind }) => kind), ...settings.declined])
  return {
    version: settings.version,
    rules: rules.map(presentRule),
    suggested: await suggestAlerts(db, { role: actor.role, projects, without }, now),
    settings: presentSettings(settings),
  }
}

function presentRule(row: AlertRuleRow): Rule {
  return {
    id: row.id,
    kind: row.kind,
    project_id: row.project_id,
    ...(row.threshold === null ? {} : { threshold: trimDecimal(row.threshold) }),
    ...(row.hours === null ? {} : { hours: row.hours }),
    ...(row.cap === null ? {} : { cap: row.cap }),
    channels: row.channels,
    enabled: row.enabled ? 1 : 0,
  }
}

function presentSettings(row: AlertSettingsFields): AlertSettings {
  const { quiet_from: from, quiet_to: to, digest_every: every, digest_hour: hour } = row
  const weekday = row.digest_weekday
  return {
    ...(from === null || to === null ? {} : { quiet_hours: { from, to } }),
    tz: row.tz,
    hide_amounts: row.hide_amounts ? 1 : 0,
    group: row.groups_messages ? 1 : 0,
    ...(every === null || hour === null
      ? {}
      : { digest: { every, ...(weekday === null ? {} : { weekday }), hour } }),
    declined: row.declined,
  }
}

/** The projects have a field of their own, which hides those that the reader may not see. */
function auditValues(rules: readonly AlertRuleRow[], settings: AlertSettingsFields) {
  return {
    rules: rules.map((row) => {
      const { title } = describeRule({ ...presentRule(row), project_id: null })
      return row.enabled ? title : `${title} (off)`
    }),
    projects: [...new Set(rules.flatMap(({ project_id: id }) => id ?? []))].toSorted(),
    ...presentSettings(settings),
  }
}

function presentFired(
  event: FiredEventRow,
  deliveries: readonly DeliveryRow[],
  tz: string,
): FiredAlert {
  const { kind, project_id, data } = event
  const at = event.at.toISOString()
  return {
    id: String(event.id),
    kind,
    project_id,
    at,
    ...describeFired({ kind, project_id, at, data }, { hideAmounts: false, tz }),
    deliveries: deliveries.map(({ channel, device_name: device, state, reason }) => ({
      channel,
      device,
      state,
      reason,
    })),
  }
}
