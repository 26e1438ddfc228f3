import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { AlertRuleRow, AlertSettingsRow } from '#server/db/schema/schema-alerts.ts'
import type { AlertSettings, Rule } from '#src/wire/alerts.ts'

export type { AlertRuleRow } from '#server/db/schema/schema-alerts.ts'

/** What a person can set, and its version. */
export type AlertSettingsFields = Omit<AlertSettingsRow, 'user_id' | 'digest_since' | 'updated_at'>

/** Of a person who has never saved any: the defaults of the table. */
const DEFAULT_ALERT_SETTINGS: AlertSettingsFields = {
  version: 0,
  quiet_from: null,
  quiet_to: null,
  tz: 'UTC',
  hide_amounts: true,
  groups_messages: true,
  digest_every: null,
  digest_weekday: null,
  digest_hour: null,
  declined: [],
}

/** The settings of a person, also of one who has never saved any. */
export async function findAlertSettings(db: Db, userId: number): Promise<AlertSettingsFields> {
  const row = await db
    .selectFrom('alert_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? DEFAULT_ALERT_SETTINGS
}

/**
 * The settings of a person, locked until the transaction ends: of two tabs that save the same version,
 * one waits and then sees that of the other. Makes the row of a person who has never saved any.
 */
export async function lockAlertSettings(
  tx: Tx,
  userId: number,
  now: Date,
): Promise<AlertSettingsRow> {
  await tx
    .insertInto('alert_settings')
    .values({
      user_id: userId,
      quiet_from: null,
      quiet_to: null,
      digest_every: null,
      digest_weekday: null,
      digest_hour: null,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('alert_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Replaces the settings of a person, whose row `lockAlertSettings` has made. */
export async function updateAlertSettings(
  tx: Tx,
  userId: number,
  { quiet_hours: quiet, tz, hide_amounts, group, digest, declined }: AlertSettings,
  now: Date,
): Promise<AlertSettingsRow> {
  return tx
    .updateTable('alert_settings')
    .set({
      version: sql`version + 1`,
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
      tz,
      hide_amounts: hide_amounts === 1,
      groups_messages: group === 1,
      digest_every: digest?.every ?? null,
      digest_weekday: digest?.weekday ?? null,
      digest_hour: digest?.hour ?? null,
      digest_since: sql`case when (digest_every, digest_weekday, digest_hour, tz) is distinct from
        (${digest?.every ?? null}::text, ${digest?.weekday ?? null}::smallint,
          ${digest?.hour ?? null}::smallint, ${tz}::text)
        then ${now}::timestamptz else digest_since end`,
      declined: [...new Set(declined)],
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The rules of a person, in their order, also those of what the person may no longer see. */
export function listAlertRules(db: Db, userId: number): Promise<AlertRuleRow[]> {
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/**
 * Adds and updates rules of a person, in this order. One that now watches something else, or is turned
 * on again, watches from now on; what it has fired before stays known by its id.
 * @returns false, and then the caller must roll back, if one of the ids is another person's
 */
export async function upsertAlertRules(
  tx: Tx,
  userId: number,
  rules: readonly Rule[],
  now: Date,
): Promise<boolean> {
  if (rules.length === 0) return true
  const rows = rules.map((rule, position) => ({
    id: rule.id,
    position,
    kind: rule.kind,
    project_id: rule.project_id,
    threshold: rule.threshold ?? null,
    hours: rule.hours ?? null,
    cap: rule.cap ?? null,
    channels: rule.channels,
    enabled: rule.enabled === 1,
  }))
  const stored = await sql`
    insert into alert_rules as r (id, user_id, position, kind, project_id, threshold, hours, cap,
      channels, enabled, since, created_at)
    select id, ${userId}, position, kind, project_id, threshold, hours, cap, channels, enabled, ${now},
      ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, position integer, kind text,
      project_id text, threshold numeric, hours integer, cap text, channels text[], enabled boolean)
    order by id
    on conflict (id) do update set
      position = excluded.position, kind = excluded.kind, project_id = excluded.project_id,
      threshold = excluded.threshold, hours = excluded.hours, cap = excluded.cap, channels = excluded.channels,
      enabled = excluded.enabled,
      since = case when not r.enabled or (r.kind, r.project_id, r.threshold, r.hours, r.cap)
          is distinct from (excluded.kind, excluded.project_id, excluded.threshold, excluded.hours,
            excluded.cap)
        then excluded.since else r.since end
    where r.user_id = excluded.user_id
    returning id`.execute(tx)
  return stored.rows.length === rules.length
}

export async function deleteAlertRules(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('alert_rules').where('id', 'in', ids).execute()
}
