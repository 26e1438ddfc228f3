import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { keyframes, styled } from '#src/ui/theme.ts'
import { TipLayer } from './TipLayer.tsx'

export const HOVER_DELAY_MS = 120
const LONG_PRESS_MS = 500

const appear = keyframes`
  from { opacity: 0; }
  to { opacity: 1; }
`

const Tip = styled(TipLayer)`
  width: max-content;
  max-width: min(240px, calc(100vw - 16px));
  padding: 6px 10px;
  pointer-events: none;
  color: var(--text-1);
  font-variant-numeric: normal;
  text-align: start;
  white-space: normal;
  animation: ${appear} var(--d-2) var(--ease-out);
`

/** The wrapper's first child: the wrapper itself has no box (display: contents). */
function anchorOf(wrapper: RefObject<HTMLElement | null>): Element | null {
  return wrapper.current?.firstElementChild ?? null
}

/** A tap on an enabled control performs its action; only a disabled control shows its tooltip. */
export function isTapOnDisabled({ target, nativeEvent }: MouseEvent): boolean {
  const isTap =
    nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch'
  return isTap && target instanceof Element && target.closest('[aria-disabled]') !== null
}

/**
 * A text beside an element: after 120 ms of hover, at once on keyboard focus, on tap with touch (a tap
 * elsewhere or Escape closes it), with `hasLongPress` also on a long press. It describes the element for
 * assistive technology, unless `isName`: the element's accessible name is the same text.
 */
export function Tooltip(props: {
  text: string | null
  children: ReactNode
  isName?: boolean | undefined
  /** Shows the tooltip regardless of pointer and focus: the active option of a list has no DOM focus. */
  isForced?: boolean | undefined
  side?: 'above' | 'beside' | undefined
  /** Also opens on a long press with touch. */
  hasLongPress?: boolean | undefined
}) {
  const { text } = props
  const [isOpen, setOpen] = useState(false)
  const wrapper = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isShown = (isOpen || props.isForced === true) && text !== null && text !== ''

  useEffect(() => () => clearTimeout(timer.current), [])

  const openLater = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), HOVER_DELAY_MS)
  }
  const stopLongPress = (event: PointerEvent) => {
    if (event.pointerType === 'touch') clearTimeout(timer.current)
  }
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  return (
    <span
      ref={wrapper}
      style={{ display: 'contents' }}
      role="presentation"
      onPointerEnter={openLater}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch') close()
      }}
      onPointerDown={(event) => {
        if (event.pointerType !== 'touch') close()
        else if (props.hasLongPress) {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => setOpen(true), LONG_PRESS_MS)
        }
      }}
      // A short press, or a scroll that began here.
      onPointerUp={stopLongPress}
      onPointerCancel={stopLongPress}
      onClick={(event) => {
        if (isTapOnDisabled(event)) setOpen((was) => !was)
      }}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) setOpen(true)
      }}
      onBlur={close}
    >
      {props.children}
      {isShown && (
        <TextTip
          text={text}
          anchorOf={() => anchorOf(wrapper)}
          side={props.side ?? 'above'}
          isName={props.isName ?? false}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}

/** The visible tooltip; its listeners exist only while it is shown. */
export function TextTip(props: {
  text: string
  anchorOf: () => Element | null
  side: 'above' | 'beside'
  isName: boolean
  onClose: () => void
}) {
  const { text, side, isName } = props
  const id = useId()
  const describe = useEffectEvent(() => {
    const anchor = props.anchorOf()
    if (isName || !anchor) return undefined
    const before = anchor.getAttribute('aria-describedby')
    anchor.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`)
    return () => {
      if (before === null) anchor.removeAttribute('aria-describedby')
      else anchor.setAttribute('aria-describedby', before)
    }
  })
  // The anchor may be any element, so the description is set through the DOM.
  useLayoutEffect(() => describe(), [])
  return (
    <Tip id={id} anchorOf={props.anchorOf} side={side} onClose={props.onClose}>
      {text}
    </Tip>
  )
}
