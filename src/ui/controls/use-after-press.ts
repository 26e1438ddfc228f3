import { useState, useSyncExternalStore } from 'react'

let isPressed = false
const listeners = new Set<() => void>()

function release(): void {
  if (!isPressed) return
  // The click follows: its target must still be under the pointer.
  setTimeout(() => {
    isPressed = false
    for (const listener of listeners) listener()
  })
}

// A tap also fires mouse events.
addEventListener(
  'mousedown',
  () => {
    isPressed = true
  },
  { capture: true },
)
for (const end of ['mouseup', 'keyup', 'dragend', 'contextmenu'])
  addEventListener(end, release, { capture: true })
// Some presses end without an event, like a drag of an element that is removed. A mouse move without
// a pressed button, or another key, ends them. Space is a press, too: buttons are clicked on its keyup.
addEventListener(
  'keydown',
  ({ key }) => {
    if (key === ' ') isPressed = true
    else release()
  },
  { capture: true },
)
addEventListener(
  'mousemove',
  ({ buttons }) => {
    if (buttons === 0) release()
  },
  { capture: true },
)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns `value`, or the previous value while the mouse button or Space is pressed. A click is lost
 * when a re-render removes or moves its target before the press ends.
 */
export function useAfterPress<Value>(value: Value): Value {
  // Listeners are notified only of the end, so that a press alone renders nothing.
  const isHeld = useSyncExternalStore(subscribe, () => isPressed)
  const [shown, setShown] = useState(value)
  if (!isHeld && shown !== value) setShown(value)
  return isHeld ? shown : value
}
