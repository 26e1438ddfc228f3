import { watchesDevices, writeDeviceAlerts } from '#server/db/alert-writing.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { hasSignedIn, listSignIns, type SignInRow } from '#server/db/sign-ins.ts'
import { deviceName } from '#src/domain/device-name.ts'
import { DAY_MS } from '#src/domain/zone.ts'
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

/** Alerts the person about this sign-in, in its transaction, after its entry in the audit log. */
export async function alertNewDevice(
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  if (!(await watchesDevices(tx, userId))) return
  const [found] = await findNewDevices(tx, userId, { from: new Date(now.getTime() - 1), to: now })
  if (found === undefined) return
  await writeDeviceAlerts(tx, { userId, device: deviceName(found.user_agent ?? ''), now })
}
