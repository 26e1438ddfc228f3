/**
 * Where a caret before the character at `offset` of a code area's text stands, in px of the
 * viewport. The lines above the textarea are the text's own copy, so they are asked; null while they
 * are not there.
 */
export function caretBox(area: HTMLTextAreaElement, offset: number): DOMRect | null {
  const before = area.value.slice(0, offset).split('\n')
  const line = area.previousElementSibling?.children[before.length - 1]
  if (!line) return null
  let column = before.at(-1)?.length ?? 0
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (column <= length) {
      const range = document.createRange()
      range.setStart(node, column)
      range.setEnd(node, column)
      return range.getBoundingClientRect()
    }
    column -= length
  }
  return line.getBoundingClientRect()
}
