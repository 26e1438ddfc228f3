import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { AlertEventRow } from '#server/db/schema/schema-alerts.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { AlertKind } from '#src/wire/alerts.ts'

const KEEP_DAYS = 90
const LOG_LENGTH = 100

/** An event of a rule. */
export type FiredEventRow = AlertEventRow & { kind: AlertKind }

export interface DeliveryRow {
  event_id: number
  channel: 'push' | 'mail'
  device_name: string | null
  state: 'waiting' | 'sent' | 'failed'
  reason: string | null
}

/** The last 100 events of a person, newest first, of these kinds and of these projects or none. */
export async function listAlertEvents(
  db: Db,
  userId: number,
  { kinds, projects }: { kinds: readonly AlertKind[]; projects: readonly string[] },
): Promise<FiredEventRow[]> {
  const { rows } = await sql<FiredEventRow>`
    select * from alert_events
    where user_id = ${userId} and kind = any(${[...kinds]}::text[])
      and (project_id is null or project_id = any(${[...projects]}::text[]))
    order by id desc limit ${LOG_LENGTH}`.execute(db)
  return rows
}

/** The messages about these events, oldest first. */
export function listDeliveries(db: Db, eventIds: readonly number[]): Promise<DeliveryRow[]> {
  if (eventIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('alert_messages')
    .select(['event_id', 'channel', 'device_name', 'state', 'reason'])
    .where('event_id', 'in', eventIds)
    .orderBy('id')
    .execute()
}

export async function deleteOldAlertEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_DAYS * DAY_MS)
  await db.deleteFrom('alert_events').where('created_at', '<=', before).execute()
}
