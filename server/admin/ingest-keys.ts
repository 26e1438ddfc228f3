import {
  createIngestKey,
  revokeIngestKey,
  rotateIngestKey,
  type CreatedKey,
} from '#server/auth/ingest-keys.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import {
  isValidKey,
  listIngestKeys,
  lockIngestKey,
  type IngestKeyRow,
} from '#server/db/ingest/ingest-keys.ts'
import { listProjects } from '#server/db/projects/projects.ts'
import { parseId } from '#server/db/records/ids.ts'
import { SettingsError } from '#server/settings-error.ts'
import { ingestKeyNameSchema, ROTATION_OVERLAP_HOURS } from '#src/wire/ingest-keys.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { requireArguments, usageError } from './arguments.ts'

export const USAGE = `Usage: npm run ingest-keys -- <command>
  create <project> [name]   adds a key for sending a project's events and shows it once
  list                      lists every key: project, name, last characters, last use
  rotate <id>               replaces a key; the old one works ${ROTATION_OVERLAP_HOURS} hours more
  revoke <id>               revokes a key permanently`

const DEFAULT_NAME = 'sale'

/**
 * Creates, lists, rotates and revokes the keys that sites send their events with.
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
      return createKey(context, first, label.join(' '))
    case 'list':
      requireArguments(rest, [], USAGE)
      return listKeys(context)
    case 'rotate':
      requireArguments(rest, ['key id'], USAGE)
      return rotateKey(context, first)
    case 'revoke':
      requireArguments(rest, ['key id'], USAGE)
      return revokeKey(context, first)
    default:
      throw usageError(`There is no command ${name}.`, USAGE)
  }
}

async function createKey(context: AdminContext, projectId: string, text: string): Promise<string> {
  const { data: name, error } = ingestKeyNameSchema.safeParse(
    text.trim() === '' ? DEFAULT_NAME : text,
  )
  if (error) throw new SettingsError(`The key's name: ${error.issues[0]?.message}.`)
  const created = await inTransaction(context.db, async (tx) => {
    const [project] = await listProjects(tx, [projectId])
    if (!project) throw new SettingsError(`There is no project ${projectId}.`)
    return createIngestKey(tx, operatorSource(context), { projectId, name })
  })
  return showOnce(created)
}

// `withTemporaryKeys` reads the id and the key.
function showOnce({ row, key }: CreatedKey): string {
  return `Key ${row.id} for ${row.project_id} (${row.name}), shown only once:\n\n  ${key}\n`
}

async function listKeys({ db, now }: AdminContext): Promise<string> {
  const keys = await listIngestKeys(db)
  if (keys.length === 0) return 'There are no keys.'
  const lines = keys.map((key) => {
    const { id, project_id, name, last4 } = key
    const state = describeState(key, now)
    return `${String(id).padStart(4)}  ${project_id.padEnd(12)}  …${last4}  ${state}  ${name}`
  })
  return lines.join('\n')
}

function describeState(key: IngestKeyRow, now: Date): string {
  const minute = (date: Date | null) =>
    date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never'
  if (key.revoked_at !== null) return `revoked ${minute(key.revoked_at)}`
  if (!isValidKey(key, now)) return `ended ${minute(key.ends_at)}`
  const use = `last used ${minute(key.last_used_at)}`
  return key.ends_at === null ? use : `${use}, ends ${minute(key.ends_at)}`
}

async function rotateKey(context: AdminContext, text: string): Promise<string> {
  const created = await inTransaction(context.db, async (tx) =>
    rotateIngestKey(tx, operatorSource(context), await requireKey(tx, text)),
  )
  if (created === 'invalid') throw new SettingsError(`Key ${text} no longer works.`)
  if (created === 'rotated')
    throw new SettingsError(`Key ${text} was rotated before. Rotate the key that replaced it.`)
  return `${showOnce(created)}\nKey ${text} works ${ROTATION_OVERLAP_HOURS} hours more.`
}

async function revokeKey(context: AdminContext, text: string): Promise<string> {
  await inTransaction(context.db, async (tx) =>
    revokeIngestKey(tx, operatorSource(context), await requireKey(tx, text)),
  )
  return `Key ${text} is revoked.`
}

async function requireKey(tx: Tx, text: string): Promise<IngestKeyRow> {
  const id = parseId(text)
  const key = id === null ? undefined : await lockIngestKey(tx, id)
  if (!key) throw new SettingsError(`There is no key ${text}.`)
  return key
}
