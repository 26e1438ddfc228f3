import { requireProject } from '#server/auth/access.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import {
  createIngestKey,
  revokeIngestKey,
  rotateIngestKey,
  type CreatedKey,
} from '#server/auth/ingest-keys.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import {
  listValidKeys,
  lockIngestKey,
  todaysCounts,
  type IngestKeyRow,
} from '#server/db/ingest/ingest-keys.ts'
import { listRefusedEvents, type RefusedEventRow } from '#server/db/ingest/refused-events.ts'
import { parseId } from '#server/db/records/ids.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import type { IngestKey, NewIngestKey, Refusal } from '#src/wire/ingest-keys.ts'

export function ingestKeyRoutes(api: Api): void {
  route(api, 'listIngestKeys', async ({ params, actor, db, readDb, now }) => {
    await requireProject(db, actor, params.id)
    const keys = await listValidKeys(readDb, params.id, now)
    return keys.map((key) => presentKey(key, now))
  })

  // No Idempotency-Key: the response would be stored with the key in it. A key that nobody has seen
  // can be revoked.
  route(api, 'createIngestKey', async (context) => {
    const { params, body, actor, db, now } = context
    await requireProject(db, actor, params.id)
    const created = await inTransaction(db, (tx) =>
      createIngestKey(tx, context, { projectId: params.id, name: body.name }),
    )
    return presentNewKey(created, now)
  })

  route(api, 'rotateIngestKey', async (context) => {
    const { params, actor, db, now } = context
    const created = await inTransaction(db, async (tx) =>
      rotateIngestKey(tx, context, await requireKey(tx, actor, params)),
    )
    if (created === 'invalid') throw notFound()
    if (created === 'rotated') throw conflict('This key was rotated before')
    return presentNewKey(created, now)
  })

  route(api, 'revokeIngestKey', async (context) => {
    const { params, actor, db } = context
    await inTransaction(db, async (tx) =>
      revokeIngestKey(tx, context, await requireKey(tx, actor, params)),
    )
  })

  route(api, 'listRefusals', async ({ params, actor, db, readDb, now }) => {
    await requireProject(db, actor, params.id)
    const events = await listRefusedEvents(readDb, params.id, now)
    return events.map(presentRefusal)
  })
}

/** @throws HttpError 404 for a project that the caller may not see, and for a key of another one */
async function requireKey(
  tx: Tx,
  actor: Actor,
  params: { id: string; key_id: string },
): Promise<IngestKeyRow> {
  await requireProject(tx, actor, params.id)
  const id = parseId(params.key_id)
  const key = id === null ? undefined : await lockIngestKey(tx, id)
  if (key?.project_id !== params.id) throw notFound()
  return key
}

function presentKey(row: IngestKeyRow, now: Date): IngestKey {
  const { taken, refused } = todaysCounts(row, now)
  return {
    id: String(row.id),
    name: row.name,
    last4: row.last4,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_refused_at: row.last_refused_at?.toISOString() ?? null,
    last_tested_at: row.last_tested_at?.toISOString() ?? null,
    taken_today: taken,
    refused_today: refused,
    ...(row.ends_at === null ? {} : { ends_at: row.ends_at.toISOString() }),
  }
}

function presentNewKey({ row, key }: CreatedKey, now: Date): NewIngestKey {
  return { ...presentKey(row, now), key }
}

function presentRefusal(row: RefusedEventRow): Refusal {
  return {
    id: String(row.id),
    at: row.refused_at.toISOString(),
    key_id: String(row.key_id),
    last4: row.last4,
    event_id: row.event_id,
    field: row.field,
    reason: row.reason,
    event: parseEvent(row.event),
  }
}

/** JSON, or the text itself if it was cut. */
function parseEvent(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
