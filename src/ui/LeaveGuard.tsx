import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** A plain click on a link of this page that would leave the screen. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return null
  const link = event.target.closest('a')
  if (!link?.href || (link.target !== '' && link.target !== '_self')) return null
  const isElsewhere = new URL(link.href).pathname !== location.pathname
  return isElsewhere ? link : null
}

/**
 * Asks before a link leaves a screen with unsaved input. Reloads are held by `useUnsaved`; Back is
 * not asked about, so what was typed must outlive the screen.
 */
export function LeaveGuard(props: { isActive: boolean; onLeave: () => void; children: string }) {
  const { isActive, onLeave } = props
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isActive) return
    const ask = (event: MouseEvent) => {
      const clicked = isLeaving.current ? null : leavingLink(event)
      if (!clicked) return
      event.preventDefault()
      event.stopPropagation()
      setLink(clicked)
    }
    document.addEventListener('click', ask, true)
    return () => document.removeEventListener('click', ask, true)
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
    >
      {props.children}
    </ConfirmDialog>
  )
}
