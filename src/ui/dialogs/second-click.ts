let hasTyped = false
// What is typed between two clicks makes them two of their own, however fast they are.
addEventListener('input', () => (hasTyped = true), { capture: true })
addEventListener(
  'click',
  (event) => {
    // What was typed before a first click is not between two; the second one may come before a timer.
    if (event.detail <= 1) hasTyped = false
    // After the handlers of this click.
    else setTimeout(() => (hasTyped = false))
  },
  { capture: true },
)

/** Whether a click is the second one of a double click, which must not confirm what the first one has opened. */
export function isSecondClick(event: object): boolean {
  return 'detail' in event && typeof event.detail === 'number' && event.detail > 1 && !hasTyped
}
