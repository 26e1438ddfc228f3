import type { EvaluatingPage } from '#tests/support/journeys/e2e-device.ts'

/**
 * Lists the layout errors of the page at its present width: it scrolls sideways, a word is broken,
 * something stands in the screen's unsafe edges, a field would make a phone zoom in, a cell or a card
 * overflows, a heading or a fact is cut, a text is cut without an ellipsis or leaves
 * its control, a closed row has another height than those of its card, parts of the top bar overlap, or a layer leaves the
 * window or scrolls sideways. A complete address or hash may be broken, and so may text in an opened
 * row that is longer than a line.
 */
export function layoutErrors(page: EvaluatingPage): Promise<string[]> {
  return page.evaluate(() => {
    const errors: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) errors.push(`the page is ${scrollWidth} px wide`)
    const nameOf = (element: Element) => element.textContent.trim().slice(0, 40)

    const WHOLE_ADDRESS = /0x[\da-f]{40}/i
    const LONGEST_WORD = 40
    // A line may end after a hyphen, a dash or a slash.
    const WORD = /[^\s–/-]+[–/-]*/g
    const range = document.createRange()
    const isBroken = (node: Text, start: number, end: number) => {
      range.setStart(node, start)
      range.setEnd(node, end)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      const [first] = rects
      return first !== undefined && rects.some(({ top }) => Math.abs(top - first.top) > 4)
    }
    const CONTROL = 'a, button, [role=radio], [role=tab], [role=menuitem], [role=option]'
    const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select'
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, style)
      return style
    }
    /** The element at whose edge a text ends without an ellipsis. */
    const edgeOf = (parent: Element, rects: readonly DOMRect[]) => {
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
        const { overflowX, textOverflow, whiteSpace } = styleOf(at)
        // Its blanks hang over the end of a line.
        if (whiteSpace === 'pre-wrap') return null
        // What scrolls shows the rest, and an ellipsis tells of it.
        if (overflowX === 'auto' || overflowX === 'scroll') return null
        const isClipping = overflowX !== 'visible'
        if (isClipping && textOverflow === 'ellipsis') return null
        if (!isClipping && !at.matches(CONTROL)) continue
        const box = at.getBoundingClientRect()
        // Only assistive technology reads it.
        if (box.width <= 1) return null
        if (rects.some(({ left, right }) => left < box.left - 1 || right > box.right + 1)) return at
      }
      return null
    }
    const rootStyle = getComputedStyle(document.documentElement)
    const safeLeft = Number.parseFloat(rootStyle.getPropertyValue('--safe-l'))
    const safeRight = innerWidth - Number.parseFloat(rootStyle.getPropertyValue('--safe-r'))
    const leavesSafeArea = ({ left, right }: DOMRect) =>
      left < safeLeft - 1 || right > safeRight + 1
    /** What clips it does so within the safe area, or shows the rest by scrolling. */
    const isClipped = (element: Element) => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX } = styleOf(at)
        if (overflowX === 'visible') continue
        if (overflowX !== 'hidden' && at.scrollWidth > at.clientWidth) return true
        if (!leavesSafeArea(at.getBoundingClientRect())) return true
      }
      return false
    }
    const isUnsafe = (element: Element, rects: readonly DOMRect[]) =>
      rects.some((rect) => leavesSafeArea(rect)) && !isClipped(element)
    for (const part of document.querySelectorAll(`${CONTROL}, ${FIELDS}`)) {
      const box = part.getBoundingClientRect()
      if (box.width > 1 && !part.closest('.sr') && isUnsafe(part, [box]))
        errors.push(`a control is in an unsafe edge: ${nameOf(part)}`)
    }
    const hasFingers = matchMedia('(pointer: coarse)').matches
    for (const field of document.querySelectorAll(FIELDS)) {
      const size = Number.parseFloat(styleOf(field).fontSize)
      const name = field.getAttribute('aria-label') ?? field.id
      if (hasFingers && field.clientWidth > 0 && size < 16)
        errors.push(`a field has a text of ${size} px: ${name}`)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!(node instanceof Text) || parent === null) continue
      if (parent.closest('.sr, style, script')) continue
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (rects.length > 0 && edgeOf(parent, rects)) {
        errors.push(`a text is cut: ${node.data.trim().slice(0, 40)}`)
      }
      if (isUnsafe(parent, rects)) {
        errors.push(`a text is in an unsafe edge: ${node.data.trim().slice(0, 40)}`)
      }
      if (WHOLE_ADDRESS.test(node.data)) continue
      const isFull = parent.closest('dd') !== null
      // Most texts fit in one line: skip them quickly.
      if (rects.length < 2) continue
      // Lines of source text wrap.
      if (getComputedStyle(parent).whiteSpace === 'pre-wrap') continue
      for (const word of node.data.matchAll(WORD)) {
        if (isFull && word[0].length > LONGEST_WORD) continue
        if (isBroken(node, word.index, word.index + word[0].length)) {
          errors.push(`"${word[0].slice(0, 40)}" is broken`)
        }
      }
    }

    const LAYERS = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu], nav'
    for (const layer of document.querySelectorAll(LAYERS)) {
      const { left, right, width } = layer.getBoundingClientRect()
      if (width === 0) continue
      const name = layer.getAttribute('aria-label') ?? nameOf(layer)
      if (left < -1 || right > innerWidth + 1) errors.push(`a layer leaves the window: ${name}`)
      for (const part of [layer, ...layer.querySelectorAll('.dialog-body')]) {
        const isScroller = styleOf(part).overflowX !== 'visible'
        if (isScroller && part.scrollWidth > part.clientWidth + 1)
          errors.push(`a layer scrolls sideways: ${name}`)
      }
    }

    for (const row of document.querySelectorAll('[role=row]')) {
      const box = row.getBoundingClientRect()
      const cells = [...row.children].filter(
        (cell) => cell.getAttribute('role') !== null && cell.clientWidth > 0,
      )
      if (cells.length < 2) continue
      const isHead = cells[0]?.getAttribute('role') === 'columnheader'
      const isDense = row.closest('[role=dialog]') !== null
      // Some cards have rows of another height, and those of chains as many lines as they need.
      const card = row.closest('section[aria-labelledby]')
      const title = card?.querySelector('h2')?.textContent ?? ''
      const heights: Record<string, number> = {
        Wallets: 44,
        Payments: 52,
        Stages: 60,
        'Not in the plan': 60,
        'Reading keys': 60,
      }
      const height = heights[title] ?? 48
      const isFree = isHead || isDense || title === 'Chains'
      if (!isFree && innerWidth > 850 && Math.abs(box.height - height) > 0.01) {
        errors.push(`a row is ${box.height} px high: ${nameOf(row)}`)
      }
      let end = box.left
      for (const cell of cells) {
        // The button that opens a row is wider than its column; a line of its own lies below the cells.
        if (cell.querySelector('[aria-expanded]') || cell.hasAttribute('aria-colspan')) continue
        const cellBox = cell.getBoundingClientRect()
        for (const part of cell.querySelectorAll('*')) {
          const { left, right, width } = part.getBoundingClientRect()
          if (width === 0 || part.closest('.sr')) continue
          if (isHead && part.scrollWidth > part.clientWidth + 1) {
            errors.push(`a header is cut: ${nameOf(cell)}`)
          }
          const isIn = left >= cellBox.left - 1 && right <= cellBox.right + 1
          const isCut = part.parentElement?.closest('.trunc') !== null
          if (!isIn && !isCut) errors.push(`a cell lets out ${nameOf(part)}: ${nameOf(row)}`)
        }
        if (cellBox.left < end - 1) errors.push(`a cell lies over another: ${nameOf(row)}`)
        end = cellBox.right
      }
      if (end > box.right + 1) errors.push(`a row lets out its last cell: ${nameOf(row)}`)
    }

    for (const heading of document.querySelectorAll('h1, h2, h3, th')) {
      if (heading.closest('.sr') || heading.classList.contains('sr')) continue
      if (heading.clientWidth > 0 && heading.scrollWidth > heading.clientWidth + 1) {
        errors.push(`a heading is cut: ${nameOf(heading)}`)
      }
    }
    for (const part of document.querySelectorAll('dd .trunc')) {
      if (part.scrollWidth > part.clientWidth + 1) errors.push(`a fact is cut: ${nameOf(part)}`)
    }
    for (const card of document.querySelectorAll('article, section')) {
      if (card.scrollWidth > card.clientWidth + 1 && !card.closest('.sr')) {
        errors.push(`a card lets out its content: ${nameOf(card)}`)
      }
    }

    // On a phone what stands between the bar and the cards begins where they do.
    const edge = document.querySelector('main .content > *')?.getBoundingClientRect().left
    if (innerWidth <= 850 && edge !== undefined) {
      for (const part of document.querySelectorAll('main > :not(header, .content)')) {
        // What floats over the page is there, too, and the places of layers.
        if (styleOf(part).position !== 'static' || part.querySelector(LAYERS)) continue
        const { left, width } = part.getBoundingClientRect()
        const start = left + Number.parseFloat(styleOf(part).paddingLeft)
        if (width > 0 && Math.abs(start - edge) > 1) {
          errors.push(`${nameOf(part)} begins at ${start} px and the page at ${edge} px`)
        }
      }
    }

    /** The visible part of an element of the top bar, which clips overflow. */
    const seenBox = (element: Element, bar: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const box = { left, right, top, bottom }
      for (let at = element.parentElement; at && at !== bar; at = at.parentElement) {
        if (getComputedStyle(at).overflow !== 'hidden') continue
        const place = at.getBoundingClientRect()
        box.left = Math.max(box.left, place.left)
        box.right = Math.min(box.right, place.right)
        box.top = Math.max(box.top, place.top)
        box.bottom = Math.min(box.bottom, place.bottom)
      }
      return box
    }
    for (const bar of document.querySelectorAll('header')) {
      const parts = [...bar.querySelectorAll('*')]
        .filter((part) => part.childElementCount === 0 && !part.closest('.sr, svg'))
        .map((part) => ({ part, box: seenBox(part, bar) }))
        .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1)
      parts.forEach(({ part, box }, at) => {
        const other = parts
          .slice(at + 1)
          .find(
            ({ part: next, box: nextBox }) =>
              !part.contains(next) &&
              Math.min(box.right, nextBox.right) - Math.max(box.left, nextBox.left) > 1 &&
              Math.min(box.bottom, nextBox.bottom) - Math.max(box.top, nextBox.top) > 1,
          )
        if (other) errors.push(`${nameOf(part)} lies over ${nameOf(other.part)} in the top bar`)
      })
    }
    return [...new Set(errors)]
  })
}
