import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** The link that a plain click would follow to another page, or null. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return null
  // An option of a list in a dialog is followed by a link of the page once the dialog is closed.
  const link = event.target.closest<HTMLAnchorElement>('a:not([role=option])')
  if (!link?.href || (link.target !== '' && link.target !== '_self')) return null
  const isElsewhere = new URL(link.href).pathname !== location.pathname
  return isElsewhere ? link : null
}

/**
 * Asks for confirmation when a link leaves a page with unsaved input. `useUnsaved` guards reloads;
 * Back is not guarded, so the input must outlive the page.
 */
export function LeaveGuard(props: { isActive: boolean; onLeave: () => void; children: string }) {
  const { isActive, onLeave } = props
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isActive) return
    const confirmLeaving = (event: MouseEvent) => {
      const clicked = isLeaving.current ? null : leavingLink(event)
      if (!clicked) return
      event.preventDefault()
      event.stopPropagation()
      setLink(clicked)
    }
    document.addEventListener('click', confirmLeaving, true)
    return () => document.removeEventListener('click', confirmLeaving, true)
  }, [isActive])

  return (
    <ConfirmDialog
      title="Leave without saving?"
      isOpen={link !== null}
      onClose={() => setLink(null)}
      onConfirm={() => {
        isLeaving.current = true
        onLeave()
        setLink(null)
        link?.click()
        isLeaving.current = false
      }}
      confirmLabel="Leave"
      cancelLabel="Stay"
    >
      {props.children}
    </ConfirmDialog>
  )
}
