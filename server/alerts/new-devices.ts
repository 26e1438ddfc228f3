import { hasSignedIn, listSignIns, type SignInRow } from '#server/db/accounts/sign-ins.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { addAccountEvent, type NewsPlace } from '#server/db/messages/account-events.ts'
import { listDeviceChannels, writeDeviceAlerts } from '#server/db/messages/alert-writing.ts'
import { deviceName } from '#src/domain/people/device-name.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { Span } from './firing.ts'

/** A browser that was not used for longer is new again. */
const MEMORY_MS = 90 * DAY_MS

/** What a sign-in is recognised by: browser and system, or all that an unknown browser sends. */
const identityOf = (userAgent: string | null) => deviceName(userAgent ?? '') ?? userAgent ?? ''

/**
 * The sign-ins within `span` from a device that the person had not used for 90 days. The first of all is
 * none of them.
 */
export async function findNewDevices(db: Db, userId: number, span: Span): Promise<SignInRow[]> {
  const start = new Date(span.from.getTime() - MEMORY_MS)
  const signIns = await listSignIns(db, userId, { from: start, to: span.to })
  let isFirst = !(await hasSignedIn(db, userId, start))
  const lastUse = new Map<string, number>()
  return signIns.filter(({ at, user_agent: userAgent }) => {
    const identity = identityOf(userAgent)
    const last = lastUse.get(identity)
    lastUse.set(identity, at.getTime())
    const isNew = !isFirst && (last === undefined || at.getTime() - last > MEMORY_MS)
    isFirst = false
    return isNew && at > span.from
  })
}

/**
 * Mails the person about this sign-in if the device is new, or alerts them as their rules say, in its
 * transaction, after its entry in the audit log. A rule that mails replaces the mail.
 */
export async function alertNewDevice(
  tx: Tx,
  { userId, place, now }: { userId: number; place: NewsPlace; now: Date },
): Promise<void> {
  const [found] = await findNewDevices(tx, userId, { from: new Date(now.getTime() - 1), to: now })
  if (found === undefined) return
  // As the audit log has it: of a long user agent, the beginning.
  const device = deviceName(found.user_agent ?? '')
  const channels = await listDeviceChannels(tx, userId)
  if (channels.length > 0) await writeDeviceAlerts(tx, { userId, device, now })
  if (channels.includes('mail')) return
  await addAccountEvent(tx, {
    userId,
    news: { is: 'new_device', ...place, device },
    key: `new_device ${now.toISOString()} ${device ?? ''}`,
    now,
  })
}
