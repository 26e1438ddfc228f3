import { sql } from 'kysely'
import type { Tx } from './open.ts'

/** The rows of a batch that can cause notices. */
export interface NoticeCauses {
  projectId: string
  now: Date
  /** Transactions that became completed. */
  completed: readonly number[]
  /** New leads. */
  leads: readonly number[]
}

/**
 * Adds a notice to the outbox for each cause that the project's settings enable, in the same
 * transaction. A purchase that becomes completed twice causes one notice.
 */
export async function writeNotices(tx: Tx, causes: NoticeCauses): Promise<void> {
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
