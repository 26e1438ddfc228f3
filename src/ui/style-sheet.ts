/**
 * Where goober puts the rules of styled components. Its own way is to append each to the text of one
 * <style>, for which the browser reads all that is there again: hundreds of times in a first paint.
 * Here every rule is inserted once.
 */

/** The rules of CSS text, each with its braces. */
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

// Stands for all that was there before: what comes after it is appended, what comes before prepended.
const REST = '\0'

/** The text node that goober believes to write to: it asks what is in it, and adds to it. */
class SheetText {
  readonly #sheet: CSSStyleSheet
  readonly #known = new Set<string>()

  constructor(sheet: CSSStyleSheet) {
    this.#sheet = sheet
  }

  get data(): { indexOf: (css: string) => number; toString: () => string } {
    return {
      indexOf: (css: string) => (this.#known.has(css) ? 0 : -1),
      toString: () => REST,
    }
  }

  set data(text: string) {
    const [before = '', after = ''] = text.split(REST)
    this.#insert(before, 0)
    this.#insert(after, this.#sheet.cssRules.length)
  }

  #insert(css: string, place: number): void {
    if (css === '') return
    this.#known.add(css)
    let next = place
    for (const rule of splitRules(css)) {
      try {
        next = this.#sheet.insertRule(rule, next) + 1
      } catch {
        // A selector that this browser doesn't know: in a <style> it would be passed over as well.
      }
    }
  }
}

/** Must run before the first style is made. Browsers without such sheets keep goober's own way. */
export function insertStylesByRule(): void {
  if (globalThis.document === undefined || !('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  Object.assign(globalThis, {
    _goober: { firstChild: new SheetText(sheet), parentNode: document.head },
  })
}
