import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/engine/open.ts'
import { insertAudit } from '#server/db/records/audit.ts'
import type { AuditAction, AuditObject } from '#src/domain/people/audit-actions.ts'
import { cutText } from '#src/domain/text/text.ts'
import type { Actor } from './authenticate.ts'

/** Who acts, and from where. A command line has no request. */
export interface AuditSource {
  actor: {
    id: number | null
    email: Actor['email'] | null
    role: Actor['role'] | null
    sessionId?: string
  }
  request?: Pick<FastifyRequest, 'ip' | 'id'>
  now: Date
}

/** Who acts where nobody is signed in. */
export const NOBODY: AuditSource['actor'] = { id: null, email: null, role: null }

export interface AuditEvent {
  action: AuditAction
  /** The kind of record. */
  object: AuditObject
  objectId: string | number | null
  projectId?: string | null
  before?: Readonly<Record<string, unknown>> | null | undefined
  after?: Readonly<Record<string, unknown>> | null | undefined
}

const SECRET_FIELD = /password|token_hash|secret|sealed|api_key(?!_last4)/
const MAX_TEXT_LENGTH = 25_000

/**
 * Writes an entry into the audit log. Pass the transaction of the change, so that both are
 * committed or neither.
 */
export async function recordAudit(tx: Db, source: AuditSource, event: AuditEvent): Promise<void> {
  const { actor, request, now } = source
  await insertAudit(tx, {
    created_at: now,
    actor_id: actor.id,
    actor: actor.email,
    actor_role: actor.role,
    ip: request?.ip ?? null,
    session_id: actor.sessionId ?? null,
    request_id: request?.id ?? null,
    action: event.action,
    object_type: event.object,
    object_id: event.objectId === null ? null : String(event.objectId),
    project_id: event.projectId ?? null,
    before: event.before ? JSON.stringify(redact(event.before)) : null,
    after: event.after ? JSON.stringify(redact(event.after)) : null,
  })
}

/** The same values with secrets replaced by `[redacted]`, so that a change remains visible. */
export function redact(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, redactValue(name, value)]),
  )
}

function redactValue(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  // Flags such as requires_password_reset are not secret.
  if (SECRET_FIELD.test(name) && typeof value !== 'boolean') return '[redacted]'
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`
  return typeof value === 'string' ? cutText(value, MAX_TEXT_LENGTH) : value
}
