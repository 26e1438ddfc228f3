import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { RefusedEventsTable } from '#server/db/schema/schema-ingest.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import { MAX_REFUSALS, REFUSAL_DAYS } from '#src/wire/ingest-keys.ts'

export type RefusedEventRow = Selectable<RefusedEventsTable> & { last4: string }

const oldest = (now: Date) => new Date(now.getTime() - REFUSAL_DAYS * DAY_MS)

/** How long the counts of refused events are kept: the preview of an alert reads 30 days. */
const COUNT_DAYS = 32

/** Counts refused events of a project by five minutes. */
export async function countRefusedEvents(
  db: Db,
  projectId: string,
  n: number,
  now: Date,
): Promise<void> {
  await sql`
    insert into ingest_refusal_counts as c (project_id, bucket, n)
    values (${projectId}, date_bin('5 minutes', ${now}::timestamptz, '2000-01-01 00:00Z'), ${n})
    on conflict (project_id, bucket) do update set n = c.n + excluded.n`.execute(db)
}

/** Adds refused events of a project, and deletes all except its newest MAX_REFUSALS. */
export async function addRefusedEvents(
  db: Db,
  projectId: string,
  events: readonly Omit<Insertable<RefusedEventsTable>, 'id' | 'project_id'>[],
): Promise<void> {
  await db
    .insertInto('refused_events')
    .values(events.map((event) => ({ project_id: projectId, ...event })))
    .execute()
  await db
    .deleteFrom('refused_events')
    .where('project_id', '=', projectId)
    .where('id', '<=', (of) =>
      of
        .selectFrom('refused_events')
        .select('id')
        .where('project_id', '=', projectId)
        .orderBy('id', 'desc')
        .offset(MAX_REFUSALS)
        .limit(1),
    )
    .execute()
}

/** The refused events of a project, newest first. */
export function listRefusedEvents(
  db: Db,
  projectId: string,
  now: Date,
): Promise<RefusedEventRow[]> {
  return db
    .selectFrom('refused_events as e')
    .innerJoin('ingest_keys as k', 'k.id', 'e.key_id')
    .selectAll('e')
    .select('k.last4')
    .where('e.project_id', '=', projectId)
    .where('e.refused_at', '>', oldest(now))
    .orderBy('e.id', 'desc')
    .limit(MAX_REFUSALS)
    .execute()
}

export async function deleteOldRefusedEvents(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('refused_events').where('refused_at', '<=', oldest(now)).execute()
  const since = new Date(now.getTime() - COUNT_DAYS * DAY_MS)
  await db.deleteFrom('ingest_refusal_counts').where('bucket', '<=', since).execute()
}
