/**
 * Where a floating layer belongs in the document: beside what it is about, in the same landmark or
 * dialog, so that no text of the page stands outside all of them.
 */
export function floatPlace(anchor: Element | null | undefined): HTMLElement {
  return (
    anchor?.closest<HTMLElement>('[role=dialog], [role=alertdialog], nav, main') ??
    document.querySelector('main') ??
    document.body
  )
}
