/** Spares jsdom the style sheet, which it is slow to go through, where a test is not about looks. */
export function stubLayout(): void {
  // What ariakit asks before it holds the page still.
  CSS.supports ??= () => false
  // jsdom would read and go through the whole style sheet each time; nothing here is about looks.
  const sheet = Object.assign(document.createElement('style'), {
    id: '_goober',
    type: 'text/plain',
  })
  sheet.append(' ')
  document.head.append(sheet)
  Object.assign(globalThis, { _goober: sheet })
  window.getComputedStyle = (element) =>
    (element instanceof HTMLElement ? element : document.body).style
}
