import { useEffect, useId } from 'react'
import { onTabMessage, notifyTabs } from '#src/state/tab-channel.ts'

/** Keys of the open forms and dialogs with input that a reload would lose. */
const holders = new Set<string>()

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Marks input under a key as unsaved or not. While any is unsaved, the browser asks before leaving. */
export function setUnsaved(key: string, isUnsaved: boolean): void {
  if (isUnsaved) holders.add(key)
  else holders.delete(key)
  if (typeof globalThis.addEventListener !== 'function') return
  if (holders.size > 0) globalThis.addEventListener('beforeunload', warnBeforeLeaving)
  else globalThis.removeEventListener('beforeunload', warnBeforeLeaving)
}

/** Whether a reload of this tab would lose input. */
export function isAnythingUnsaved(): boolean {
  return holders.size > 0
}

/** Replies to other tabs that call `isUnsavedElsewhere`, until the returned function is called. */
export function answerForUnsaved(): () => void {
  return onTabMessage((message) => {
    if (message.type !== 'is-anything-unsaved' || !isAnythingUnsaved()) return
    notifyTabs({ type: 'unsaved', question: message.question })
  })
}

/** Marks input as unsaved while `isUnsaved` is true and the component is mounted. */
export function useUnsaved(isUnsaved: boolean): void {
  const key = useId()
  useEffect(() => {
    setUnsaved(key, isUnsaved)
    return () => setUnsaved(key, false)
  }, [key, isUnsaved])
}

const REPLY_TIMEOUT_MS = 300

/** Whether another tab has unsaved input; a tab that does not reply in time has none. */
export function isUnsavedElsewhere(): Promise<boolean> {
  // Plain http has no randomUUID.
  const question = crypto.getRandomValues(new Uint32Array(4)).join('-')
  return new Promise((resolve) => {
    const stop = onTabMessage((message) => {
      if (message.type === 'unsaved' && message.question === question) finish(true)
    })
    const timer = setTimeout(() => finish(false), REPLY_TIMEOUT_MS)
    function finish(isUnsaved: boolean) {
      stop()
      clearTimeout(timer)
      resolve(isUnsaved)
    }
    notifyTabs({ type: 'is-anything-unsaved', question })
  })
}
