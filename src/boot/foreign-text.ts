// Translators, grammar tools and password managers replace text by elements of their own. React keeps
// the text nodes that it created: without this it would change text that is no longer on the screen,
// which leaves an old figure there, and fail when it removes such a node or inserts before it.

/** What stands in the place of a text node that something else has taken out, or of such a node. */
const replacements = new WeakMap<Node, Node>()
const standIns = new WeakSet<Node>()
/** Until something else changes the page, every node is where React put it. */
let isChanged = false

/** React marks the nodes that it creates, and those that it renders into. */
const isReacts = (node: Node) => Object.keys(node).some((key) => /^_+react/.test(key))

/** Notes what was put in the place of each text node of React. */
function note(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
    for (const node of removedNodes) {
      const isText = node.nodeType === Node.TEXT_NODE && isReacts(node)
      if (!isText && !standIns.has(node)) continue
      const beside = [...addedNodes, previousSibling, nextSibling]
      const replacement = beside.find((other) => other !== null && !isReacts(other))
      if (!replacement) continue
      replacements.set(node, replacement)
      standIns.add(replacement)
      isChanged = true
    }
}

/** The child of `parent` that has the place of `node`: itself, what is around it, or what replaced it. */
function placeOf(node: Node, parent: Node): Node | null {
  for (let at: Node | undefined = node; at; at = replacements.get(at))
    for (let up: Node | null = at; up; up = up.parentNode) if (up.parentNode === parent) return up
  return null
}

/** Puts a text node back into the place that something else has taken. */
function putBack(text: Node): void {
  for (let at: Node | undefined = text; at; at = replacements.get(at)) {
    let outer: Node | null = at
    // Out of the elements that are around it.
    while (outer.parentNode && !isReacts(outer.parentNode) && outer.isConnected)
      outer = outer.parentNode
    if (!outer.isConnected) continue
    if (outer !== text) outer.parentNode?.replaceChild(text, outer)
    return
  }
}

/** Keeps React's text true beside anything else that changes the page. Once, before React starts. */
export function guardText(): void {
  const observer = new MutationObserver(note)
  observer.observe(document.documentElement, { childList: true, subtree: true })
  const update = () => note(observer.takeRecords())
  const { removeChild, insertBefore } = Node.prototype
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    let place: Node | null = child
    if (child.parentNode !== this && isReacts(child)) {
      update()
      // Null if something else has removed it already.
      place = placeOf(child, this)
    }
    if (place) removeChild.call(this, place)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    let place = before
    if (before && before.parentNode !== this && isReacts(before)) {
      update()
      place = placeOf(before, this)
    }
    insertBefore.call(this, child, place)
    return child
  }
  if (value?.set)
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...value,
      set(this: Node, text: string | null) {
        if (this.nodeType === Node.TEXT_NODE && isReacts(this)) {
          update()
          if (isChanged) putBack(this)
        }
        value.set?.call(this, text)
      },
    })
}
