import { NOBODY } from '#server/auth/audit.ts'
import {
  readSubscription,
  removePushDevice,
  type PushSubscription,
} from '#server/auth/push-devices.ts'
import { loadPushKeys, type PushKeys } from '#server/auth/push-keys.ts'
import type { Keyring } from '#server/auth/secret.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { findPushDevice, recordPush } from '#server/db/messages/push-devices.ts'
import type { PushDeviceRow } from '#server/db/schema/schema-push.ts'
import type { Clock, Push, PushMessage, PushOptions, PushSending } from '#server/dependencies.ts'
import type { Resolve } from './public-address.ts'
import { parseEndpoint } from './push-endpoint.ts'
import { encodeMessage, topicOf } from './push-message.ts'
import { postPush, type PostPush, type PushAnswer } from './push-request.ts'

const TTL_SECONDS = 24 * 3600
const TIMEOUT_MS = 10_000
const DEFAULT_RETRY_AFTER_MS = 60_000

interface Sender {
  /** The contact for push services: a mailto: or https: URL. */
  subject: string
  /** Further push services (SALEROOM_PUSH_ORIGINS). */
  origins: readonly string[]
  /** For tests. */
  limit?: () => AbortSignal
  resolve?: Resolve
  post?: PostPush
}

export interface PushParts extends Sender, Keyring {
  db: Db
  clock: Clock
  log(line: string): void
}

export function openPush(parts: PushParts): Push {
  const { db, clock, secret, oldSecret, origins, log } = parts
  let loading: Promise<PushKeys> | null = null
  // Once for each process: only a new secret changes them, and that takes a restart.
  const keys = () => {
    loading ??= loadPushKeys({ db, secret, oldSecret, now: clock.now(), log }).catch(
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  return {
    publicKey: async () => (await keys()).publicKey,
    isAllowed: (endpoint) => parseEndpoint(endpoint, origins) !== null,
    async send(deviceId, message, options) {
      // First: a changed secret deletes the devices.
      const own = await keys()
      const device = await findPushDevice(db, deviceId, clock.now())
      if (!device) return { is: 'gone' }
      const subscription = readSubscription(parts, device)
      const sending: PushSending =
        subscription === null
          ? { is: 'gone' }
          : await sendPush(parts, own, subscription, message, options)
      await recordResult(parts, device, sending)
      return sending
    },
  }
}

/**
 * Encrypts a message for a subscription (RFC 8291) and sends it, signed with the server's keys (VAPID).
 * The endpoint is checked again: settings may have changed since it was stored.
 */
export async function sendPush(
  {
    subject,
    origins,
    limit = () => AbortSignal.timeout(TIMEOUT_MS),
    resolve,
    post = postPush,
  }: Sender,
  keys: PushKeys,
  subscription: PushSubscription,
  message: PushMessage,
  { eventId, urgency }: PushOptions,
): Promise<PushSending> {
  const endpoint = parseEndpoint(subscription.endpoint, origins)
  if (endpoint === null) return refused('This server does not send to its push service')
  // Loaded with the first message, because most servers have no devices.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails(subscription, encodeMessage(message), {
    vapidDetails: { subject, ...keys },
    contentEncoding: 'aes128gcm',
    TTL: TTL_SECONDS,
    urgency,
    topic: topicOf(eventId),
  })
  return toSending(await post(endpoint, { headers, body, signal: limit(), resolve }))
}

const refused = (reason: string): PushSending => ({ is: 'refused', reason })

/** Reasons name the status only: a body can repeat the endpoint. */
function toSending(answer: PushAnswer): PushSending {
  if (answer === 'too-slow')
    return { is: 'unreachable', reason: `No answer within ${TIMEOUT_MS / 1000} s` }
  if (answer === 'unreachable') return { is: 'unreachable', reason: 'Could not be reached' }
  const { status, retryAfterMs } = answer
  switch (status) {
    case 200:
    case 201:
    case 202:
      return { is: 'sent' }
    case 404:
    case 410:
      return { is: 'gone' }
    case 429:
      return { is: 'rate-limited', ms: retryAfterMs ?? DEFAULT_RETRY_AFTER_MS }
    case 401:
    case 403:
      return refused(`The push service does not accept this server's key (status ${status})`)
    case 413:
      return refused('The push service does not accept messages of this size')
    default:
      return status >= 500
        ? { is: 'unreachable', reason: `The push service failed with status ${status}` }
        : refused(`Unexpected answer with status ${status}`)
  }
}

async function recordResult(
  { db, clock }: PushParts,
  device: PushDeviceRow,
  sending: PushSending,
): Promise<void> {
  const now = clock.now()
  if (sending.is === 'sent') await recordPush(db, device.id, now)
  else if (sending.is === 'gone')
    await inTransaction(db, (tx) => removePushDevice(tx, { actor: NOBODY, now }, device))
}
