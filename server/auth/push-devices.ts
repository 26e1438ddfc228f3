import * as z from 'zod/mini'
import type { Tx } from '#server/db/engine/open.ts'
import {
  deleteEndedPushDevices,
  deletePushDevice,
  findPushDeviceByHash,
  insertPushDevice,
  listPushDevices,
  lockForPushDevice,
  updatePushDevice,
} from '#server/db/messages/push-devices.ts'
import type { PushDeviceRow } from '#server/db/schema/schema-push.ts'
import { MAX_DEVICES, type PushSubscriptionInput } from '#src/wire/push.ts'
import { recordAudit, type AuditSource } from './audit.ts'
import type { Actor } from './authenticate.ts'
import { decryptOrNull, encrypt, sha256, type Keyring } from './secret.ts'

/** What is encrypted in the database. */
export type PushSubscription = Pick<PushSubscriptionInput, 'endpoint' | 'keys'>

const subscriptionSchema = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

/**
 * Adds the device of the caller's session, or updates the one with this endpoint. A browser has one
 * endpoint, so one that another account has moves to the caller.
 * @returns why it can't be added: the person has too many, or the session has ended meanwhile
 */
export async function savePushDevice(
  tx: Tx,
  source: AuditSource & { actor: Actor },
  secret: Buffer,
  { endpoint, keys, name }: PushSubscriptionInput,
): Promise<PushDeviceRow | 'too-many' | 'ended'> {
  const { actor, now } = source
  const endpointHash = sha256(endpoint)
  const place = { endpointHash, userId: actor.id, sessionId: actor.sessionId }
  if (!(await lockForPushDevice(tx, place, now))) return 'ended'
  await deleteEndedPushDevices(tx, now, actor.id)
  const subscription: PushSubscription = { endpoint, keys }
  const change = {
    session_id: actor.sessionId,
    subscription_sealed: encrypt(secret, JSON.stringify(subscription)),
    name,
  }
  const existing = await findPushDeviceByHash(tx, endpointHash)
  if (existing?.user_id === actor.id) return updatePushDevice(tx, existing.id, change)
  const devices = await listPushDevices(tx, actor.id, now)
  if (devices.length >= MAX_DEVICES) return 'too-many'
  if (existing) await removePushDevice(tx, source, existing)
  const device = await insertPushDevice(tx, {
    ...change,
    user_id: actor.id,
    endpoint_hash: endpointHash,
    created_at: now,
  })
  await recordAudit(tx, source, {
    action: 'push_device.create',
    object: 'push_device',
    objectId: device.id,
    after: { name },
  })
  return device
}

/** Removes a device, if it is still there. */
export async function removePushDevice(
  tx: Tx,
  source: AuditSource,
  { id, name }: PushDeviceRow,
): Promise<void> {
  if (!(await deletePushDevice(tx, id))) return
  await recordAudit(tx, source, {
    action: 'push_device.delete',
    object: 'push_device',
    objectId: id,
    before: { name },
  })
}

/** @returns null if it was encrypted with another secret */
export function readSubscription(keyring: Keyring, device: PushDeviceRow): PushSubscription | null {
  const text = decryptOrNull(keyring, device.subscription_sealed)
  return text === null ? null : z.parse(subscriptionSchema, JSON.parse(text))
}
