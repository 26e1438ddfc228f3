import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import {
  PROJECT_NEWS,
  RULELESS,
  type AlertMessagesTable,
  type EventKind,
} from '#server/db/schema/schema-alerts.ts'
import { claim, isFree } from './queue.ts'

export type AlertMessageRow = Selectable<AlertMessagesTable>

/** A message with its event. */
export interface ClaimedMessage extends AlertMessageRow {
  rule_id: string | null
  kind: EventKind
  project_id: string | null
  at: Date
  data: Record<string, unknown>
}

const CLAIM_MS = 60_000
const BATCH_SIZE = 100
/** An event whose messages could not be written for so long is in the log only. */
const LATEST_MS = 24 * 3_600_000

/**
 * Writes the messages of new events: one for each device that the person has now, and one by mail, as
 * the rule says. Digests and news about accounts go by mail, news about projects both ways. One
 * statement, so a killed process loses none and doubles none.
 * @returns how many events were new
 */
export async function addressEvents(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with fresh as materialized (
      select id from alert_events where not is_addressed order by id limit 500 for update skip locked
    ), events as (
      select e.*, coalesce(r.channels, case
        when e.kind = any(${PROJECT_NEWS}::text[]) then '{push,mail}'::text[]
        when e.kind = any(${RULELESS}::text[]) then '{mail}'::text[]
        else '{}'::text[] end) as channels
      from alert_events as e left join alert_rules as r on r.id = e.rule_id
      where e.id in (select id from fresh) and e.created_at > ${new Date(now.getTime() - LATEST_MS)}
    ), messages as (
      insert into alert_messages (event_id, user_id, channel, device_id, device_name,
        next_attempt_at, created_at, updated_at)
      select e.id, e.user_id, 'push', d.id, d.name, ${now}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz
      from events as e join push_devices as d on d.user_id = e.user_id
      where 'push' = any(e.channels)
      union all
      select e.id, e.user_id, 'mail', null::bigint, null::text, ${now}::timestamptz,
        ${now}::timestamptz, ${now}::timestamptz
      from events as e where 'mail' = any(e.channels)
      order by 1, 4
      on conflict do nothing
    )
    update alert_events set is_addressed = true where id in (select id from fresh) returning id`.execute(
    db,
  )
  return rows.length
}

/**
 * Claims the messages of one receiver that are due: of a device, or of a person's mail, oldest first. The
 * receiver that has waited longest is first. One with a message that another process is sending waits,
 * so each has a queue of its own: a receiver is claimed by the lock of its first message, which of two
 * processes only one gets.
 * @returns an empty list if nothing is due
 */
export async function claimAlertMessages(db: Db, now: Date): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select min(m.id) as id from alert_messages as m
      where m.state = 'waiting' and m.next_attempt_at <= ${now}
        and not exists (
          select from alert_messages as other
          where other.state = 'waiting' and other.channel = m.channel and other.user_id = m.user_id
            and other.device_id is not distinct from m.device_id and other.claimed_until > ${now})
      group by m.channel, m.user_id, m.device_id
    ), first as materialized (
      select m.id, m.channel, m.user_id, m.device_id from alert_messages as m
      where m.id in (select id from due) and ${isFree(now)}
      order by m.next_attempt_at, m.id limit 1 for update skip locked
    ), mine as materialized (
      select batch.id from first as f cross join lateral (
        select m.id from alert_messages as m
        where m.channel = f.channel and m.user_id = f.user_id
          and m.device_id is not distinct from f.device_id and ${isFree(now)}
        order by m.id limit ${BATCH_SIZE} for update skip locked) as batch
    ), claimed as (${claim('alert_messages', sql`select id from mine`, CLAIM_MS, now)})
    select c.*, e.rule_id, e.kind, e.project_id, e.at, e.data
    from claimed as c join alert_events as e on e.id = c.event_id order by c.id`.execute(db)
  return rows
}

/** When this receiver was last sent an alert of a rule; null if never. Nothing else puts alerts off. */
export async function lastSentAt(
  db: Db,
  { channel, user_id: user, device_id: device }: AlertMessageRow,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(m.updated_at) as at from alert_messages as m join alert_events as e on e.id = m.event_id
    where m.state = 'sent' and m.channel = ${channel} and m.user_id = ${user}
      and m.device_id is not distinct from ${device} and e.kind <> all(${RULELESS}::text[])`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/** A person's messages in a state, about these projects, newest first, each with its project. */
export async function listAlertMessages(
  db: Db,
  userId: number,
  projects: readonly string[],
  state: 'waiting' | 'failed',
): Promise<(AlertMessageRow & { project_id: string })[]> {
  const { rows } = await sql<AlertMessageRow & { project_id: string }>`
    select m.*, e.project_id from alert_messages as m join alert_events as e on e.id = m.event_id
    where m.user_id = ${userId} and m.state = ${state}
      and e.project_id = any(${[...projects]}::text[])
    order by m.id desc limit 100`.execute(db)
  return rows
}

/** A person's message about a project, locked until the transaction ends. */
export async function lockAlertMessage(
  tx: Tx,
  userId: number,
  id: number,
): Promise<(AlertMessageRow & { project_id: string }) | undefined> {
  const { rows } = await sql<AlertMessageRow & { project_id: string }>`
    select m.*, e.project_id from alert_messages as m join alert_events as e on e.id = m.event_id
    where m.id = ${id} and m.user_id = ${userId} and e.project_id is not null
    for update of m`.execute(tx)
  return rows[0]
}
