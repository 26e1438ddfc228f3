import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/engine/open.ts'
import type { AlertSettings, Rule } from '#src/wire/alerts.ts'

export const ALERT_SETTINGS: AlertSettings = {
  tz: 'Europe/Berlin',
  hide_amounts: 1,
  group: 1,
  declined: [],
}

/** A rule about purchases over $5,000, unless the test says otherwise. */
export const someRule = (fields: Partial<Rule> = {}): Rule => ({
  id: randomUUID(),
  kind: 'purchase_over',
  project_id: null,
  threshold: '5000',
  channels: ['push', 'mail'],
  enabled: 1,
  ...fields,
})

/** A rule of a person in the database, which watches from `since` on. @returns its id */
export async function addRule(
  db: Db,
  userId: number,
  fields: Partial<Rule> & Pick<Rule, 'kind'>,
  since: Date | string = '2026-01-01T00:00:00.000Z',
): Promise<string> {
  const rule = someRule({ threshold: undefined, ...fields })
  await db
    .insertInto('alert_rules')
    .values({
      id: rule.id,
      user_id: userId,
      position: 0,
      kind: rule.kind,
      project_id: rule.project_id,
      threshold: rule.threshold ?? null,
      hours: rule.hours ?? null,
      cap: rule.cap ?? null,
      channels: rule.channels,
      enabled: rule.enabled === 1,
      since,
      created_at: since,
    })
    .execute()
  return rule.id
}

/** The events of a person, oldest first. */
export function eventsOf(db: Db, userId: number) {
  return db
    .selectFrom('alert_events')
    .select(['rule_id', 'kind', 'project_id', 'key', 'at', 'data'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
