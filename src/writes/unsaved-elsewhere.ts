import { onTabMessage, notifyTabs } from '#src/state/tab-channel.ts'

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
