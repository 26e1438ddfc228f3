import { randomUUID } from 'node:crypto'
import { removePushDevice, savePushDevice } from '#server/auth/push-devices.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { findPushDevice, listPushDevices } from '#server/db/messages/push-devices.ts'
import { parseId } from '#server/db/records/ids.ts'
import type { PushDeviceRow } from '#server/db/schema/schema-push.ts'
import type { PushSending } from '#server/dependencies.ts'
import { conflict, invalidInput, notFound, unauthenticated } from '#server/http/errors.ts'
import { findInvalidKey } from '#server/outbound/push-endpoint.ts'
import { requireLoadLimit } from '#server/routes/load-limit.ts'
import { route, type Api } from '#server/routes/route.ts'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { MAX_DEVICES, type PushDevice } from '#src/wire/push.ts'

const MOST_TESTS_PER_MINUTE = 5

export function pushRoutes(api: Api): void {
  route(api, 'getPushKey', async ({ dependencies }) => ({
    public_key: await dependencies.push.publicKey(),
  }))

  // From the primary: the app compares it with what it has just saved.
  route(api, 'listPushDevices', async ({ actor, db, now }) => {
    const devices = await listPushDevices(db, actor.id, now)
    return devices.map((device) => presentDevice(device, actor.sessionId))
  })

  route(api, 'savePushDevice', async (context) => {
    const { body, actor, db, config, dependencies } = context
    if (!dependencies.push.isAllowed(body.endpoint))
      throw invalidInput('body.endpoint', 'Must be of a known push service')
    const invalid = findInvalidKey(body.keys)
    if (invalid !== null)
      throw invalidInput(`body.keys.${invalid}`, "Must be a key of the browser's subscription")
    const saved = await inTransaction(db, (tx) => savePushDevice(tx, context, config.secret, body))
    if (saved === 'ended') throw unauthenticated()
    if (saved === 'too-many')
      throw conflict(`You have ${MAX_DEVICES} devices already. Remove one that you no longer use.`)
    return presentDevice(saved, actor.sessionId)
  })

  route(api, 'deletePushDevice', async (context) => {
    const { params, actor, db, now } = context
    await inTransaction(db, async (tx) =>
      removePushDevice(tx, context, await requireDevice(tx, actor.id, params.id, now)),
    )
  })

  route(api, 'testPushDevice', async ({ params, actor, db, now, dependencies }) => {
    const device = await requireDevice(db, actor.id, params.id, now)
    const limit = { name: 'push-test', userId: actor.id, most: MOST_TESTS_PER_MINUTE }
    await requireLoadLimit(db, limit, now)
    const message = {
      title: `${PRODUCT_NAME}: test message`,
      body: 'Alerts reach this device.',
      path: '/',
      tag: 'test',
      at: now.toISOString(),
    }
    const options = { eventId: randomUUID(), urgency: 'high' } as const
    const reason = describeFailure(await dependencies.push.send(device.id, message, options))
    return { ok: reason === null ? 1 : 0, reason }
  })
}

/** @throws HttpError 404 for a device of another person, and for one whose session has ended */
async function requireDevice(
  db: Db,
  userId: number,
  text: string,
  now: Date,
): Promise<PushDeviceRow> {
  const id = parseId(text)
  const device = id === null ? undefined : await findPushDevice(db, id, now)
  if (device?.user_id !== userId) throw notFound()
  return device
}

function describeFailure(sending: PushSending): string | null {
  switch (sending.is) {
    case 'sent':
      return null
    case 'gone':
      return 'The browser has ended its subscription. Add the device again.'
    case 'rate-limited':
      return `Too many messages. Try again in ${Math.ceil(sending.ms / 1000)} s`
    case 'unreachable':
    case 'refused':
      return sending.reason
  }
}

function presentDevice(device: PushDeviceRow, sessionId: string): PushDevice {
  return {
    id: String(device.id),
    name: device.name,
    created_at: device.created_at.toISOString(),
    last_notice_at: device.last_notice_at?.toISOString() ?? null,
    is_current: device.session_id === sessionId ? 1 : 0,
  }
}
