import { randomBytes } from 'node:crypto'
import { recordAudit } from '#server/auth/audit.ts'
import { sha256 } from '#server/auth/secret.ts'
import { parseId } from '#server/db/ids.ts'
import { insertIngestKey, listIngestKeys, revokeIngestKey } from '#server/db/ingest-keys.ts'
import { listProjects } from '#server/db/projects.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { SettingsError } from '#server/settings-error.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { requireArguments, usageError } from './arguments.ts'

export const USAGE = `Usage: npm run ingest-keys -- <command>
  create <project> [name]   adds a key for sending a project's events and shows it once
  list                      lists every key: project, name, last characters, last use
  revoke <id>               revokes a key permanently`

const MAX_NAME_LENGTH = 100

/**
 * Creates, lists and revokes the keys that sites send their events with.
 * @returns the output for the operator
 * @throws SettingsError for a command that fails; nothing has changed then
 */
export async function runIngestKeysCommand(
  context: AdminContext,
  args: readonly string[],
): Promise<string> {
  const [name, ...rest] = args
  const [first = '', ...label] = rest
  switch (name) {
    case undefined:
      throw new SettingsError(USAGE)
    case 'create':
      requireArguments(rest, ['project name'], USAGE, Infinity)
      return (await createIngestKey(context, first, label.join(' '))).message
    case 'list':
      requireArguments(rest, [], USAGE)
      return listKeys(context)
    case 'revoke':
      requireArguments(rest, ['key id'], USAGE)
      return revokeKey(context, first)
    default:
      throw usageError(`There is no command ${name}.`, USAGE)
  }
}

/** Creates a key for a project. The database stores only its hash. */
export async function createIngestKey(
  context: AdminContext,
  projectId: string,
  name: string,
): Promise<{ key: string; message: string }> {
  const key = `ingest_${randomBytes(32).toString('base64url')}`
  const label = name.trim() === '' ? 'sale' : name.trim()
  if (label.length > MAX_NAME_LENGTH)
    throw new SettingsError(`A key's name can have at most ${MAX_NAME_LENGTH} characters.`)
  const id = await inTransaction(context.db, async (tx) => {
    const [project] = await listProjects(tx, [projectId])
    if (!project) throw new SettingsError(`There is no project ${projectId}.`)
    const row = await insertIngestKey(tx, {
      project_id: projectId,
      name: label,
      key_hash: sha256(key),
      last4: key.slice(-4),
      created_at: context.now,
    })
    await record(context, tx, 'ingest_key.create', row.id, projectId, { name: label })
    return row.id
  })
  return {
    key,
    message: `Key ${id} for ${projectId} (${label}), shown only once:\n\n  ${key}\n`,
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

async function revokeKey(context: AdminContext, text: string): Promise<string> {
  const id = parseId(text)
  const isRevoked =
    id !== null &&
    (await inTransaction(context.db, async (tx) => {
      if (!(await revokeIngestKey(tx, id, context.now))) return false
      await record(context, tx, 'ingest_key.revoke', id, null, null)
      return true
    }))
  if (!isRevoked) throw new SettingsError(`There is no key ${text}.`)
  return `Key ${text} is revoked.`
}

function record(
  context: AdminContext,
  tx: AdminContext['db'],
  action: string,
  objectId: number,
  projectId: string | null,
  after: Record<string, unknown> | null,
): Promise<void> {
  return recordAudit(tx, operatorSource(context), {
    action,
    object: 'ingest_key',
    objectId,
    projectId,
    after,
  })
}
