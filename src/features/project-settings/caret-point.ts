/**
 * Where the character at `offset` of a code area's text stands on the screen: its left and bottom
 * edge in px of the viewport. The lines above the textarea are the text's own copy, so they are
 * asked; null while they are not there.
 */
export function caretPoint(
  area: HTMLTextAreaElement,
  offset: number,
): { x: number; y: number } | null {
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
      const box = range.getBoundingClientRect()
      return { x: box.left, y: box.bottom }
    }
    column -= length
  }
  const box = line.getBoundingClientRect()
  return { x: box.left, y: box.bottom }
}
