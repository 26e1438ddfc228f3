import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/db/engine/open.ts'
import {
  insertIngestKey,
  isValidKey,
  updateIngestKey,
  type IngestKeyRow,
} from '#server/db/ingest/ingest-keys.ts'
import { ROTATION_OVERLAP_HOURS } from '#src/wire/ingest-keys.ts'
import { recordAudit, type AuditSource } from './audit.ts'
import { sha256 } from './secret.ts'

/** A key's row, and its text, which is stored nowhere. */
export interface CreatedKey {
  row: IngestKeyRow
  key: string
}

/** Creates a key for a project. The database stores only its hash. */
export async function createIngestKey(
  tx: Tx,
  source: AuditSource,
  { projectId, name }: { projectId: string; name: string },
): Promise<CreatedKey> {
  const created = await insertKey(tx, source, projectId, name)
  await record(tx, source, 'create', created.row, { name })
  return created
}

/**
 * Replaces a locked key by a new one with the same name. The old one works for some hours more.
 * @returns why it can't be replaced, or the new key
 */
export async function rotateIngestKey(
  tx: Tx,
  source: AuditSource,
  old: IngestKeyRow,
): Promise<CreatedKey | 'invalid' | 'rotated'> {
  if (!isValidKey(old, source.now)) return 'invalid'
  if (old.ends_at !== null) return 'rotated'
  const endsAt = new Date(source.now.getTime() + ROTATION_OVERLAP_HOURS * 3_600_000)
  await updateIngestKey(tx, old.id, { ends_at: endsAt })
  const created = await insertKey(tx, source, old.project_id, old.name)
  await record(tx, source, 'rotate', old, {
    name: old.name,
    ends_at: endsAt.toISOString(),
    replaced_by: created.row.id,
  })
  return created
}

/** Revokes a locked key permanently. A revoked one stays as it is. */
export async function revokeIngestKey(
  tx: Tx,
  source: AuditSource,
  key: IngestKeyRow,
): Promise<void> {
  if (key.revoked_at !== null) return
  await updateIngestKey(tx, key.id, { revoked_at: source.now })
  await record(tx, source, 'revoke', key, { name: key.name })
}

async function insertKey(
  tx: Tx,
  { now }: AuditSource,
  projectId: string,
  name: string,
): Promise<CreatedKey> {
  const key = `ingest_${randomBytes(32).toString('base64url')}`
  const row = await insertIngestKey(tx, {
    project_id: projectId,
    name,
    key_hash: sha256(key),
    last4: key.slice(-4),
    created_at: now,
  })
  return { row, key }
}

function record(
  tx: Tx,
  source: AuditSource,
  verb: 'create' | 'rotate' | 'revoke',
  { id, project_id }: IngestKeyRow,
  after: Record<string, unknown>,
): Promise<void> {
  return recordAudit(tx, source, {
    action: `ingest_key.${verb}`,
    object: 'ingest_key',
    objectId: id,
    projectId: project_id,
    after,
  })
}
