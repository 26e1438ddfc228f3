/** Removes the style sheet, which jsdom processes slowly, for tests that do not depend on layout. */
export function stubLayout(): void {
  // ariakit reads these before it prevents scrolling.
  CSS.supports ??= () => false
  // jsdom would process the whole style sheet at each call.
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
