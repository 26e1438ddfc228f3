import { proxy, useSnapshot } from 'valtio'
import { connection } from '#src/api/connection.ts'
import { isAnythingUnsaved } from '#src/writes/unsaved-changes.ts'

/**
 * `isReady`: a newer build waits. `isStale`: another tab has switched to it, so this one should
 * load anew when it can do so without losing anything. `isPutOff`: the person chose Later.
 */
export const updates = proxy({ isReady: false, isStale: false, isPutOff: false })

/** Whether the prompt is shown now; other prompts wait for it. */
export function useUpdatePrompt(): boolean {
  const { isReady, isStale, isPutOff } = useSnapshot(updates)
  return (isReady || isStale) && !isPutOff
}

export function putOffUpdate(): void {
  updates.isPutOff = true
}

/** Another build has taken this one's place, or this one can't be had whole any more. */
export function becomeStale(): void {
  Object.assign(updates, { isStale: true, isPutOff: false })
}

/**
 * Whether a navigation should be a full load: the build that this tab runs has been replaced, and
 * nothing would be lost.
 */
export function shouldReload(): boolean {
  return updates.isStale && connection.isOnline && !isAnythingUnsaved()
}
