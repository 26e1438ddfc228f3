import {
  enqueue,
  listedTokens,
  REVOCATIONS_KEY,
  revocationStore,
} from '#src/session/revocation-queue.ts'
import { IdbStore } from '#src/state/idb-store.ts'
import { takeRecord } from '#src/state/session-record.ts'
import { DATABASES } from '#src/state/storage.ts'
import { notifyTabs } from '#src/state/tab-channel.ts'
import { leaveHere, purgeCache } from './auth.ts'

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

/**
 * Ends a session at the server: now, or as soon as the server can be reached, also after a restart.
 * What sends the tokens is in its own chunk.
 */
export async function queueRevocation(token: string): Promise<void> {
  // Not awaited, because a disk may be slow. Its removal is queued after it in any case.
  void revocationStore.change(REVOCATIONS_KEY, (now) => enqueue(listedTokens(now), token))
  try {
    const { revoke } = await import('#src/session/revocations.ts')
    await revoke(token)
  } catch {
    // The chunk could not be loaded: the next start sends what is queued.
  }
}
