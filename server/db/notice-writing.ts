import { sql } from 'kysely'
import type { Tx } from './open.ts'

/** What a batch caused that the outside may want to know. */
export interface Causes {
  projectId: string
  now: Date
  /** transactions that have just become completed */
  completed: readonly number[]
  /** leads that are new */
  leads: readonly number[]
}

/**
 * Puts a notice for each cause into the outbox, as far as the project's settings ask for it, in the
 * transaction of its cause. A purchase that becomes completed twice is told once.
 */
export async function writeNotices(tx: Tx, causes: Causes): Promise<void> {
  const { projectId, now, completed, leads } = causes
  if (completed.length > 0)
    await sql`
      insert into notices (project_id, kind, subject_id, next_attempt_at, created_at, updated_at)
      select p.id, 'chat', t.id, ${now}, ${now}, ${now}
      from projects as p join transactions as t on t.project_id = p.id
      where p.id = ${projectId} and t.id = any(${[...completed]}::bigint[])
        and p.telegram_notifications_enabled
        and p.telegram_channel_id is not null and p.telegram_message_text is not null
      order by t.source_at, t.id
      on conflict (project_id, kind, subject_id) do nothing`.execute(tx)
  if (leads.length > 0)
    await sql`
      insert into notices (project_id, kind, subject_id, next_attempt_at, created_at, updated_at)
      select p.id, 'lead', l.id, ${now}, ${now}, ${now}
      from projects as p join leads as l on l.project_id = p.id
      where p.id = ${projectId} and l.id = any(${[...leads]}::bigint[])
        and p.forward_leads_to_brevo
      order by l.source_at, l.id
      on conflict (project_id, kind, subject_id) do nothing`.execute(tx)
}
