import { randomBytes } from 'node:crypto'
import { recordAudit } from '#server/auth/audit.ts'
import { insertIngestKey, listIngestKeys, revokeIngestKey } from '#server/db/ingest-keys.ts'
import { parseId } from '#server/db/ids.ts'
import { listProjects } from '#server/db/projects.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { misused, SettingsError } from '#server/settings-error.ts'
import { sha256 } from '#server/auth/secret.ts'

export const USAGE = `Usage: npm run ingest-keys -- <command>
  create <project> [name]   a new key for sending a project's events; it is shown this once
  list                      every key: project, name, last characters, when it was last used
  revoke <id>               ends a key for good`

const LONGEST_NAME = 100

/**
 * What operators do with the keys that sales send their events with.
 * @returns what to tell the operator
 * @throws SettingsError for a command that can't be carried out; nothing has changed then
 */
export async function administerIngestKeys(
  desk: AdminContext,
  words: readonly string[],
): Promise<string> {
  const [command, first, ...rest] = words
  if (command === undefined) throw new SettingsError(USAGE)
  if (!['create', 'list', 'revoke'].includes(command))
    throw misused(`There is no command ${command}.`, USAGE)
  if (command === 'list') {
    if (first !== undefined) throw misused(`"${first}" is one word too many.`, USAGE)
    return listKeys(desk)
  }
  if (first === undefined) throw misused(`Something is missing after ${command}.`, USAGE)
  if (command === 'create') return (await createIngestKey(desk, first, rest.join(' '))).told
  if (rest[0] !== undefined) throw misused(`"${rest[0]}" is one word too many.`, USAGE)
  return revokeKey(desk, first)
}

/** A new key of a project; only its hash stays here. */
export async function createIngestKey(
  desk: AdminContext,
  projectId: string,
  name: string,
): Promise<{ key: string; told: string }> {
  const key = `ingest_${randomBytes(32).toString('base64url')}`
  const label = name.trim() === '' ? 'sale' : name.trim()
  if (label.length > LONGEST_NAME)
    throw new SettingsError(`A key's name has at most ${LONGEST_NAME} characters.`)
  const id = await inTransaction(desk.db, async (tx) => {
    const [project] = await listProjects(tx, [projectId])
    if (!project) throw new SettingsError(`There is no project ${projectId}.`)
    const row = await insertIngestKey(tx, {
      project_id: projectId,
      name: label,
      key_hash: sha256(key),
      last4: key.slice(-4),
      created_at: desk.now,
    })
    await record(desk, tx, 'ingest_key.create', row.id, projectId, { name: label })
    return row.id
  })
  return {
    key,
    told: `Key ${id} for ${projectId} (${label}), shown this once:\n\n  ${key}\n`,
  }
}

async function listKeys({ db }: AdminContext): Promise<string> {
  const keys = await listIngestKeys(db)
  if (keys.length === 0) return 'There are no keys.'
  const day = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never'
  const lines = keys.map(({ id, project_id, name, last4, last_used_at, revoked_at }) => {
    const state = revoked_at ? `revoked ${day(revoked_at)}` : `last used ${day(last_used_at)}`
    return `${String(id).padStart(4)}  ${project_id.padEnd(12)}  …${last4}  ${state}  ${name}`
  })
  return lines.join('\n')
}

async function revokeKey(desk: AdminContext, text: string): Promise<string> {
  const id = parseId(text)
  const isRevoked =
    id !== null &&
    (await inTransaction(desk.db, async (tx) => {
      if (!(await revokeIngestKey(tx, id, desk.now))) return false
      await record(desk, tx, 'ingest_key.revoke', id, null, null)
      return true
    }))
  if (!isRevoked) throw new SettingsError(`There is no key ${text}.`)
  return `Key ${text} is revoked.`
}

function record(
  desk: AdminContext,
  tx: AdminContext['db'],
  action: string,
  objectId: number,
  projectId: string | null,
  after: Record<string, unknown> | null,
): Promise<void> {
  return recordAudit(tx, operatorSource(desk), {
    action,
    object: 'ingest_key',
    objectId,
    projectId,
    before: null,
    after,
  })
}
