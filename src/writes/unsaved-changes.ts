import { useEffect, useId } from 'react'
import { onTabMessage, notifyTabs } from '#src/state/tab-channel.ts'

/** Open forms and dialogs that hold input which a reload would lose. */
const holders = new Set<string>()

const ANSWER_LIMIT_MS = 300

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Marks input under a key as unsaved or not. While any is, the browser asks before leaving. */
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

/** Holds back reloads while `isUnsaved`, until the component goes. */
export function useUnsaved(isUnsaved: boolean): void {
  const key = useId()
  useEffect(() => {
    setUnsaved(key, isUnsaved)
    return () => setUnsaved(key, false)
  }, [key, isUnsaved])
}

/** Answers the question of other tabs, from here on. */
export function answerForUnsaved(): () => void {
  return onTabMessage((message) => {
    if (message.says !== 'is-anything-unsaved' || !isAnythingUnsaved()) return
    notifyTabs({ says: 'unsaved', question: message.question })
  })
}

/** Whether any other tab holds unsaved input; a tab that doesn't answer in time holds none. */
export function isUnsavedElsewhere(): Promise<boolean> {
  // randomUUID is not there on plain http.
  const question = crypto.getRandomValues(new Uint32Array(4)).join('-')
  return new Promise((resolve) => {
    const stop = onTabMessage((message) => {
      if (message.says === 'unsaved' && message.question === question) finish(true)
    })
    const timer = setTimeout(() => finish(false), ANSWER_LIMIT_MS)
    function finish(answer: boolean) {
      stop()
      clearTimeout(timer)
      resolve(answer)
    }
    notifyTabs({ says: 'is-anything-unsaved', question })
  })
}
