import { IdbStore } from '#src/state/idb-store.ts'
import { takeRecord } from '#src/state/session-record.ts'
import { DATABASES } from '#src/state/storage.ts'
import { notifyTabs } from '#src/state/tab-channel.ts'
import { leaveHere, purgeCache } from './auth.ts'
import { queueRevocation } from './revocation-queue.ts'

const attemptStore = new IdbStore<unknown>(DATABASES.pendingWrites)

/** Ends the session in all tabs, on the device and at the server. Works offline. */
export async function logout(): Promise<void> {
  const taken = takeRecord()
  // The screen is cleared before the disk responds.
  leaveHere(true)
  notifyTabs({ type: 'signed-out', chosen: true })
  const endAtServer = async () => {
    const record = await taken
    if (record !== null) void queueRevocation(record.refresh)
  }
  // A session that expires keeps the pending writes: the user still needs to learn their outcome.
  await Promise.all([endAtServer(), purgeCache(), attemptStore.clear()])
}
