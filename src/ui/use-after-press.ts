import { useState, useSyncExternalStore } from 'react'

let isPressed = false
const listeners = new Set<() => void>()

function release(): void {
  if (!isPressed) return
  // The click comes right after: what it was aimed at must still be under the pointer.
  setTimeout(() => {
    isPressed = false
    for (const listener of listeners) listener()
  })
}

// A tap comes as mouse events too, and it is these that move the focus.
addEventListener(
  'mousedown',
  () => {
    isPressed = true
  },
  { capture: true },
)
for (const end of ['mouseup', 'keyup', 'dragend', 'contextmenu'])
  addEventListener(end, release, { capture: true })
// Not every press is told to have ended, as that of what was dragged and is gone; but a mouse that
// moves with no button down, or a key, comes after it. Space is a press of its own: a button takes
// it when it comes up.
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
 * The value, but while the mouse or Space is down the one from before. What is pressed has its click
 * only if it is still there when the press ends, and not pushed away by a message that appears.
 */
export function useAfterPress<Value>(value: Value): Value {
  // Asked by renders; told only of the end, so that a press alone draws nothing anew.
  const isHeld = useSyncExternalStore(subscribe, () => isPressed)
  const [shown, setShown] = useState(value)
  if (!isHeld && shown !== value) setShown(value)
  return isHeld ? shown : value
}
