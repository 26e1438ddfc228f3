import type { MouseEvent } from 'react'

let hasTyped = false
// What is typed between two clicks makes them two of their own, however fast they are.
addEventListener('input', () => (hasTyped = true), { capture: true })
addEventListener(
  'click',
  () => {
    // After the handlers of this click.
    setTimeout(() => (hasTyped = false))
  },
  { capture: true },
)

/** Whether a click is the second one of a double click, which must not confirm what the first one has opened. */
export function isSecondClick({ detail }: MouseEvent): boolean {
  return detail > 1 && !hasTyped
}
