import { watchRevocations } from '#src/api/revocations.ts'
import { watchRefusals } from '#src/api/watch-refusals.ts'
import { sweepOldVersions } from '#src/state/storage-sweep.ts'
import { watchNotificationClicks } from './notification-clicks.ts'
import { watchPushDevice } from './push-device.ts'
import { watchUpdates } from './updates.ts'

/** Starts what no page needs for its first paint. */
export function startBackground(): void {
  void watchRevocations()
  watchRefusals()
  watchUpdates()
  watchNotificationClicks()
  watchPushDevice()
  sweepOldVersions()
}
