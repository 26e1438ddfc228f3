import { visibleProjects } from '#server/auth/access.ts'
import { createReadingKey, revokeReadingKey } from '#server/auth/reading-keys.ts'
import { listReadingKeys, type ReadingKeyRow } from '#server/db/accounts/reading-keys.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { parseId } from '#server/db/records/ids.ts'
import { invalidInput, notFound } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import type { ReadingKey } from '#src/wire/reading-keys.ts'

export function readingKeyRoutes(api: Api): void {
  // From the primary: an admin decides by this list.
  route(api, 'listReadingKeys', async ({ db, now }) => {
    const keys = await listReadingKeys(db, now)
    return keys.map((key) => presentKey(key, now))
  })

  // No Idempotency-Key: the response would be stored with the key in it. A key that nobody has seen
  // can be revoked.
  route(api, 'createReadingKey', async (context) => {
    const { body, actor, db, now } = context
    const { projects: requested, ...rest } = body
    if (rest.expires_at !== null && new Date(rest.expires_at) <= now)
      throw invalidInput('body.expires_at', 'Must be in the future')
    const projects = requested === 'all' ? null : await visibleProjects(db, actor, requested)
    const unknown = requested === 'all' ? [] : requested.filter((id) => !projects?.includes(id))
    if (unknown.length > 0)
      throw invalidInput('body.projects', `There is no project ${unknown.join(', ')}`)
    const { row, key } = await inTransaction(db, (tx) =>
      createReadingKey(tx, context, rest, projects),
    )
    return { ...presentKey(row, now), key }
  })

  route(api, 'revokeReadingKey', async (context) => {
    const { params, db } = context
    const id = parseId(params.id)
    const isRevoked =
      id !== null && (await inTransaction(db, (tx) => revokeReadingKey(tx, context, id)))
    if (!isRevoked) throw notFound()
  })
}

function presentKey(row: ReadingKeyRow, now: Date): ReadingKey {
  const { counted_day, used_count, projects, ...own } = row
  return {
    ...own,
    id: String(row.id),
    projects: projects ?? 'all',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    used_today: counted_day === now.toISOString().slice(0, 10) ? used_count : 0,
  }
}
