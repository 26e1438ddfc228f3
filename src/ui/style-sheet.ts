// goober appends each rule to the text of one <style>, and the browser parses the whole text again:
// hundreds of times in a first paint. Here each rule is inserted once, into a constructed style sheet.

/** Splits CSS text into its top-level rules. */
export function splitRules(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] !== '}') continue
    depth -= 1
    if (depth > 0) continue
    rules.push(css.slice(start, at + 1).trim())
    start = at + 1
  }
  return rules
}

// A marker for the existing text: text after it is appended, text before it prepended.
const REST = '\0'

/** Imitates the text node that goober reads and writes. */
class SheetText {
  readonly #sheet: CSSStyleSheet
  readonly #inserted = new Set<string>()
  /** The rules of the sheet as they were written: read back, they lose parts of some shorthands. */
  readonly #rules: string[] = []

  constructor(sheet: CSSStyleSheet) {
    this.#sheet = sheet
  }

  get data(): { indexOf: (css: string) => number; toString: () => string } {
    return {
      indexOf: (css: string) => (this.#inserted.has(css) ? 0 : -1),
      toString: () => REST,
    }
  }

  set data(text: string) {
    const [before = '', after = ''] = text.split(REST)
    this.#insert(before, 0)
    this.#insert(after, this.#sheet.cssRules.length)
  }

  parseAgain(): void {
    this.#sheet.replaceSync(this.#rules.join('\n'))
  }

  #insert(css: string, place: number): void {
    if (css === '') return
    this.#inserted.add(css)
    let next = place
    for (const rule of splitRules(css)) {
      try {
        const at = this.#sheet.insertRule(rule, next)
        this.#rules.splice(at, 0, rule)
        next = at + 1
      } catch {
        // An unsupported selector: a <style> ignores it, too.
      }
    }
  }
}

/** After the last step of a change of the window's width. */
const SETTLED_MS = 200

/**
 * Chromium (156) may keep the results of media queries for the old width if rules are inserted while the
 * width changes. Rules that are parsed again have the right ones.
 */
function renewAfterResize(text: SheetText): void {
  let width = innerWidth
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('resize', () => {
    if (innerWidth === width) return
    width = innerWidth
    clearTimeout(timer)
    timer = setTimeout(() => text.parseAgain(), SETTLED_MS)
  })
}

/** Must run before the first style is created. Browsers without constructed sheets keep goober's way. */
export function insertStylesByRule(): void {
  if (globalThis.document === undefined || !('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const text = new SheetText(sheet)
  renewAfterResize(text)
  Object.assign(globalThis, {
    _goober: { firstChild: text, parentNode: document.head },
  })
}
