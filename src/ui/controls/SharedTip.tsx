import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { iconImage } from './icon-image.ts'
import { SHARED_TIP, SharedTips } from './shared-tips.ts'
import { HOVER_DELAY_MS, isTapOnDisabled, TextTip } from './Tooltip.tsx'

function anchorAt(event: { target: EventTarget }): Element | null {
  return event.target instanceof Element ? event.target.closest(`[${SHARED_TIP}]`) : null
}

/**
 * Shows the tips of all icon buttons in it, as a Tooltip around each would: a long list has hundreds, and
 * needs one at a time.
 */
export function SharedTip({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Element | null>(null)
  const hovered = useRef<Element>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const close = () => {
    clearTimeout(timer.current)
    setShown(null)
  }
  const onPointerOver = (event: PointerEvent) => {
    const anchor = anchorAt(event)
    if (event.pointerType === 'touch' || anchor === hovered.current) return
    close()
    hovered.current = anchor
    if (anchor) timer.current = setTimeout(() => setShown(anchor), HOVER_DELAY_MS)
  }
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    hovered.current = null
    close()
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && anchorAt(event)) close()
  }
  const onClick = (event: MouseEvent) => {
    const anchor = anchorAt(event)
    if (anchor && isTapOnDisabled(event)) setShown(shown === anchor ? null : anchor)
  }
  const onFocus = (event: FocusEvent) => {
    const anchor = anchorAt(event)
    if (anchor && event.target.matches(':focus-visible')) setShown(anchor)
  }
  return (
    <div
      role="presentation"
      style={{ display: 'contents' }}
      onPointerOver={onPointerOver}
      onPointerLeave={onPointerLeave}
      onPointerDown={onPointerDown}
      onClick={onClick}
      onFocus={onFocus}
      onBlur={close}
    >
      <SharedTips value={iconImage}>{children}</SharedTips>
      {shown && (
        <TextTip
          key={shown.getAttribute('aria-label')}
          text={shown.getAttribute('aria-label') ?? ''}
          anchorOf={() => shown}
          side="above"
          isName
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}
