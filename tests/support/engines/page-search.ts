/** What a person would look for: a role or a label, and a name. */
export interface Query {
  by: 'role' | 'label' | 'text'
  /** The role, or the text of the label. */
  value: string | Pattern
  name?: string | Pattern
  level?: number
  /** Looks only inside the first element of this query. */
  within?: Query
}

/** A regular expression, in a form that JSON holds. */
export interface Pattern {
  source: string
  flags: string
}

export interface Found {
  count: number
  /** Of the first one, in the window. Null while something covers it or it moves. */
  at: { x: number; y: number } | null
  /** Why a click does not reach it, when it should. */
  unreached: string
  isFocused: boolean
  text: string
  /** Its value, if it is a field. */
  value: string
  attributes: Record<string, string>
}

/** `press` brings the first element into view, and finds a place of it that a click reaches. */
export type Intent = 'read' | 'press' | 'focus' | 'scroll'

/** Finds the visible elements of a query. Runs in the page, which has `TestingLibraryDom`. */
export async function findInPage({
  query,
  intent,
}: {
  query: Query
  intent: Intent
}): Promise<Found> {
  interface Options {
    hidden: true
    name?: string | RegExp
    level?: number
  }
  type Find = (root: HTMLElement, text: string | RegExp, options?: Options) => HTMLElement[]
  // The test's side loads it before.
  const { TestingLibraryDom: library } = globalThis as unknown as {
    TestingLibraryDom: Record<'queryAllByRole' | 'queryAllByLabelText' | 'queryAllByText', Find>
  }
  const toText = (value: string | Pattern) =>
    typeof value === 'string' ? value : new RegExp(value.source, value.flags)
  const isVisible = (element: HTMLElement) =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    !element.closest('[inert], [aria-hidden=true]')
  const find = ({ by, value, name, level, within }: Query): HTMLElement[] => {
    const root = within ? find(within)[0] : document.body
    if (!root) return []
    if (by === 'label') return library.queryAllByLabelText(root, toText(value)).filter(isVisible)
    if (by === 'text') return library.queryAllByText(root, toText(value)).filter(isVisible)
    const options: Options = { hidden: true }
    if (name !== undefined) options.name = toText(name)
    if (level !== undefined) options.level = level
    return library.queryAllByRole(root, toText(value), options).filter(isVisible)
  }
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const placeOf = async (element: HTMLElement) => {
    element.scrollIntoView({ block: 'center', inline: 'nearest' })
    await nextFrame()
    const before = element.getBoundingClientRect()
    await nextFrame()
    const { left, top, width, height } = element.getBoundingClientRect()
    if (before.left !== left || before.top !== top) return 'it moves'
    const at = { x: left + width / 2, y: top + height / 2 }
    const hit = document.elementFromPoint(at.x, at.y)
    const isReached =
      hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
    return isReached ? at : `${hit?.outerHTML.slice(0, 200)} covers it`
  }
  const elements = find(query)
  const [first] = elements
  const attributes: Record<string, string> = {}
  if (intent === 'focus') first?.focus()
  if (intent === 'scroll') first?.scrollIntoView({ block: 'center' })
  for (const { name, value } of first?.attributes ?? []) attributes[name] = value
  const place = first && intent === 'press' ? await placeOf(first) : 'it is not there'
  return {
    count: elements.length,
    at: typeof place === 'string' ? null : place,
    unreached: typeof place === 'string' ? place : '',
    isFocused: first !== undefined && first === document.activeElement,
    text: first?.innerText ?? '',
    value:
      first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement ? first.value : '',
    attributes,
  }
}
