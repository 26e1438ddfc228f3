const TEXTS = /^(?:text|search|url|tel|email|password|number|date|time|datetime-local)$/
const CONTROLS = 'input, textarea, select, button'

/**
 * Locks the fields of a dialog in which nothing may be done any more: text can be selected and copied,
 * everything else is disabled, but for buttons that copy. Also those that are shown later.
 * @returns unlocks them
 */
export function lockFields(root: HTMLElement): () => void {
  const undo = new Map<Element, () => void>()
  const lock = (control: Element) => {
    if (undo.has(control)) return
    const isText =
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement && TEXTS.test(control.type))
    if (isText) {
      if (control.readOnly) return
      control.readOnly = true
      undo.set(control, () => {
        control.readOnly = false
      })
      return
    }
    const isCopy = control.getAttribute('aria-label')?.startsWith('Copy') === true
    if (isCopy || !('disabled' in control) || control.disabled === true) return
    control.disabled = true
    undo.set(control, () => {
      control.disabled = false
    })
  }
  const lockAll = () => {
    for (const control of root.querySelectorAll(CONTROLS)) lock(control)
  }
  lockAll()
  const observer = new MutationObserver(lockAll)
  observer.observe(root, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    for (const unlock of undo.values()) unlock()
  }
}
