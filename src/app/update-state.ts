import { proxy, useSnapshot } from 'valtio'
import { connection } from '#src/session/connection.ts'
import { isAnythingUnsaved } from '#src/writes/unsaved-changes.ts'

/**
 * `isReady`: a newer build is waiting. `isStale`: another tab has activated it, so this tab should
 * reload as soon as nothing would be lost. `isPutOff`: the user chose Later.
 */
export const updates = proxy({ isReady: false, isStale: false, isPutOff: false })

/** Whether the update prompt is visible; other prompts wait for it. */
export function useUpdatePrompt(): boolean {
  const { isReady, isStale, isPutOff } = useSnapshot(updates)
  return (isReady || isStale) && !isPutOff
}

export function putOffUpdate(): void {
  updates.isPutOff = true
}

/** Another build has replaced this one, or some of this one's chunks are gone. */
export function becomeStale(): void {
  Object.assign(updates, { isStale: true, isPutOff: false })
}

/**
 * Whether a navigation should be a full page load: this tab's build has been replaced, and there is
 * no unsaved input.
 */
export function shouldReload(): boolean {
  return updates.isStale && connection.isOnline && !isAnythingUnsaved()
}
