import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import { useCallback } from 'react'
import { resolveValue, toast as hotToast, useToaster, type Toast } from 'react-hot-toast/headless'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, keyframes, styled } from './theme.ts'

/** The container of the toasts. Dialogs keep it reachable, so that toasts can be closed. */
export const TOASTS_ID = 'toasts'

const enter = keyframes`
  from { opacity: 0; transform: translateX(16px); }
  to { opacity: 1; transform: none; }
`
const leave = keyframes`
  from { opacity: 1; transform: none; }
  to { opacity: 0; transform: translateX(16px); }
`

const Box = styled('div')<{ $tone: string; $isVisible: boolean }>`
  display: flex;
  align-items: center;
  gap: 12px;
  width: 336px;
  max-width: calc(var(--layer-w) - 16px);
  min-height: 44px;
  padding: 8px 8px 8px 14px;
  pointer-events: auto;
  background: var(--surface-3);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
  box-shadow: var(--e-2);
  color: var(--text-1);
  font: var(--t-label);
  animation: ${(p) => (p.$isVisible ? enter : leave)}
    ${(p) => (p.$isVisible ? 'var(--d-3) var(--ease-out)' : 'var(--d-toast-exit) var(--ease-in)')}
    both;
  & > svg {
    color: ${(p) => p.$tone};
  }
  ${MOBILE} {
    width: calc(var(--layer-w) - 16px);
  }
`
const Message = styled('div')`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
`
const Close = styled('button')`
  width: 28px;
  height: 28px;
  display: grid;
  place-items: center;
  flex: none;
  border-radius: var(--r-sm);
  color: var(--text-2);
  &:hover {
    background: var(--surface-2);
    color: var(--text-1);
  }
  ${MOBILE} {
    width: 44px;
    height: 44px;
    margin: -8px -8px -8px 0;
  }
`

/** How long a toast is visible: a success shorter than an error. */
const SUCCESS_MS = 2000
const OTHER_MS = 4000

/** Restarts the lifetime of a visible toast. */
function setLifetime(item: Toast, duration: number): void {
  const show = item.type === 'success' || item.type === 'error' ? hotToast[item.type] : hotToast
  if (item.visible) show(item.message, { id: item.id, duration })
}

function ToastBox({ item }: { item: Toast }) {
  const { icon, tone } = {
    success: { icon: <Icon of={CircleCheck} />, tone: 'var(--positive)' },
    error: { icon: <Icon of={CircleAlert} />, tone: 'var(--negative)' },
    loading: { icon: <Icon of={LoaderCircle} className="spin" />, tone: 'var(--text-2)' },
    blank: { icon: null, tone: 'inherit' },
    custom: { icon: null, tone: 'inherit' },
  }[item.type]
  return (
    <Box $tone={tone} $isVisible={item.visible}>
      {icon}
      {/* Only the message is announced, not the close button. */}
      <Message
        role={item.type === 'error' ? 'alert' : 'status'}
        aria-live={item.type === 'error' ? 'assertive' : 'polite'}
      >
        {resolveValue(item.message, item)}
      </Message>
      {item.type !== 'loading' && (
        <Close
          type="button"
          aria-label="Dismiss"
          // A fading toast must not take the focus, and loses it before it is removed.
          disabled={!item.visible}
          onFocus={() => setLifetime(item, Infinity)}
          onBlur={() => setLifetime(item, item.type === 'success' ? SUCCESS_MS : OTHER_MS)}
          onClick={() => hotToast.dismiss(item.id)}
        >
          <Icon of={X} />
        </Close>
      )}
    </Box>
  )
}

const OPTIONS = {
  duration: OTHER_MS,
  removeDelay: 500,
  success: { duration: SUCCESS_MS },
  error: { duration: OTHER_MS },
}
const GAP_PX = 8

// Above dialogs (102) and menus (110), below tooltips (120).
const Corner = styled('div')`
  position: fixed;
  z-index: 115;
  inset: calc(8px + var(--edge-t)) calc(8px + var(--safe-r)) auto auto;
`
const Place = styled('div')`
  position: absolute;
  right: 0;
  transition: transform var(--d-3) var(--ease-out);
`

/** Renders the toasts: top right, 8 px apart. Mount it once. */
export function AppToaster() {
  const { toasts, handlers } = useToaster(OPTIONS)
  return (
    <Corner
      id={TOASTS_ID}
      className="screen-only"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map((item) => (
        <PlacedToast
          key={item.id}
          item={item}
          offset={handlers.calculateOffset(item, { gutter: GAP_PX })}
          onHeight={handlers.updateHeight}
        />
      ))}
    </Corner>
  )
}

/** A toast below those that are newer. It reports its height, which may change with its message. */
function PlacedToast(props: {
  item: Toast
  offset: number
  onHeight: (id: string, height: number) => void
}) {
  const { item, offset, onHeight } = props
  const { id } = item
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return
      const observer = new ResizeObserver(() => onHeight(id, element.offsetHeight))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [id, onHeight],
  )
  return (
    <Place ref={measure} style={{ transform: `translateY(${offset}px)` }}>
      <ToastBox item={item} />
    </Place>
  )
}

/** Shows a toast for 4 s; it replaces the toast with the same id. */
export const toast = {
  plain: (message: string, options: { id: string }) => hotToast(message, options),
  error: (message: string, options: { id: string }) => hotToast.error(message, options),
}
